import AudioSessionTypes
import Foundation
import TestSupport
import Testing

@testable import AudioSessionConfigurationFile

/// The profiles of `config/profiles`, and a configuration that builds on one.
struct ProfileTests {
  private let accounts = AccountIDs(userID: { _ in nil }, groupID: { _ in nil })

  private func load(_ text: String, profiles: [String: String] = [:]) throws -> LoadedSettings {
    let folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "profiles"),
      withIntermediateDirectories: true
    )
    for (name, profile) in profiles {
      let path = folder.path(of: "profiles/\(name).conf")
      try profile.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let path = folder.path(of: "own.conf")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return Settings.load(from: .file(path), accounts: accounts)
  }

  @Test(arguments: try ProfileFile.names())
  func `a profile has no fault, and says where each line is from`(_ name: String) throws {
    let path = "\(ProfileFile.folder)/\(name).conf"
    #expect(Settings.load(from: .file(path), accounts: accounts).faults == [])
    var hasSource = false
    for line in try Checkout.text("config/profiles/\(name).conf").split(
      separator: "\n",
      omittingEmptySubsequences: false
    ) {
      switch line.first {
      case "#": hasSource = true
      case nil: hasSource = false
      case "[": break
      default: #expect(hasSource, "\(name).conf: \(line)")
      }
    }
  }

  @Test func `the lines of the profile come before all others`() throws {
    let loaded = try load(
      "[Interactions]\nducking.spoken=mix\n[Policy]\nProfile=bus\nDuckGain=0.4\n[Role stop]\nLike=alarm\n",
      profiles: [
        "bus": """
        [Policy]
        DuckGain=0.3
        TellDucked=no
        [Role stop]
        Like=mixable
        DuckWithinApplication=yes
        [Interactions]
        ducking.spoken=askToDuck -6dB

        """
      ]
    )
    let policy = loaded.settings.policy
    #expect(loaded.faults == [])
    #expect(loaded.settings.profile == "bus")
    #expect(policy.duckGain == 0.4)
    #expect(!policy.tellDucked)
    #expect(policy.roles == [Policy.Role("stop", like: .alarm, ducksWithinApplication: true)])
    #expect(policy.overrides.map(\.square.outcome) == [.mix])
    #expect(loaded.files.map { $0.split(separator: "/").last } == ["bus.conf", "own.conf"])
    #expect(loaded.setBy["Policy.TellDucked"]?.description.hasSuffix("profiles/bus.conf:3") == true)
    #expect(loaded.setBy["Policy.DuckGain"]?.description.hasSuffix("own.conf:5") == true)
  }

  @Test func `of several lines the last one names the profile`() throws {
    let text = "[Policy]\nProfile=bus\nProfile=\n"
    #expect(try load(text).faults == [])
    #expect(try load(text).settings.profile == nil)
  }

  @Test func `a profile that isn't there is a fault of the line that names it`() throws {
    let loaded = try load(
      "[Policy]\nDuckGain=0.4\nProfile=buss\n",
      profiles: ["bus": "", "tram": ""]
    )
    #expect(loaded.settings == Settings())
    let fault = try #require(loaded.faults.first?.description)
    let expected = "expected a profile: bus or tram; did you mean bus?"
    #expect(fault.hasSuffix("own.conf:3: Profile=buss: \(expected)"))
  }

  @Test func `a profile with a fault is left out, and the rest isn't`() throws {
    let loaded = try load(
      "[Policy]\nDuckGain=0.4\nProfile=bus\n",
      profiles: ["bus": "[Policy]\nTellDucked=no\nDuckRamp=soon\n"]
    )
    #expect(loaded.settings.policy.duckGain == 0.4)
    #expect(loaded.settings.policy.tellDucked)
    #expect(loaded.leftOut.map { $0.file.split(separator: "/").last } == ["bus.conf"])
  }

  @Test func `a profile builds on no other`() throws {
    let loaded = try load("[Policy]\nProfile=bus\n", profiles: ["bus": "[Policy]\nProfile=bus\n"])
    let fault = try #require(loaded.faults.first?.description)
    #expect(fault.hasSuffix("bus.conf:2: Profile=bus: expected no profile in a profile"))
  }

  @Test func `a file to be tried brings its profile along`() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "profiles"),
      withDestinationPath: ProfileFile.folder
    )
    let path = folder.path(of: "own.conf")
    try "[Policy]\nProfile=ios\nDuckGain=0.4\n".write(
      toFile: path,
      atomically: true,
      encoding: .utf8
    )
    let file = CandidateFile(path, accounts: accounts)
    #expect(file.faults == [])
    let sent = Settings.load(text: file.text, named: "sent", accounts: accounts)
    #expect(sent.faults == [])
    #expect(sent.settings.policy == file.policy)
    #expect(!file.policy.suspensionIsTold)
    #expect(file.policy.duckGain == 0.4)
  }
}
