import AudioSessionConfigurationFile
import AudioSessionSystem
import Enforcement
import Foundation
import TestSupport
import Testing

@testable import audiosession_agent

/// What `--leave` and `--adopt` write, and what the agent makes of it.
struct LeftProgramsTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private func run(_ arguments: String...) throws -> (status: Int32, text: String) {
    let agent = try Spawn.path(of: "audiosession-agent")
    return try Checkout.run([agent] + arguments, environment: ["XDG_CONFIG_HOME": home.path])
  }

  private func verdict(on binary: String) -> RuleVerdict {
    let source = ConfigurationSource.agent(
      root: "",
      shippedFolder: nil,
      configurationHome: home.path
    )
    let configuration = AgentConfiguration(source)
    #expect(configuration.faults.isEmpty && configuration.warnings.isEmpty)
    var stream = StreamDescription(direction: .output, owner: .credential(pid: 7))
    stream.binary = binary
    let rules = configuration.settings.rules
    return rules.judgement(on: stream, ProgramActivity(), facts: nil).verdict
  }

  @Test func `a program is left alone from one command on, and taken back by another`() throws {
    var left = LeftPrograms(configurationHome: home.path)
    #expect(try left.set("spotify", true))
    #expect(try left.set("Big Game", true))
    #expect(try !left.set("Spotify", true))
    #expect(verdict(on: "spotify") == .leave(rule: "left-alone-by-Binary"))
    var again = LeftPrograms(configurationHome: home.path)
    #expect(again.programs == ["spotify", "Big Game"])
    #expect(try again.set("SPOTIFY", false))
    #expect(try !again.set("spotify", false))
    #expect(verdict(on: "spotify") == .leave(rule: nil))
    #expect(verdict(on: "big game") == .leave(rule: "left-alone-by-Binary"))
    // Without a program there is no file: a rule without a condition would be a fault.
    #expect(try again.set("Big Game", false))
    #expect(!FileManager.default.fileExists(atPath: again.path))
  }

  @Test func `--left: lists the programs that are left alone, one per line`() throws {
    #expect(try run("--left") == (0, ""))
    #expect(try run("--leave", "spotify").status == 0)
    #expect(try run("--leave=Big Game").status == 0)
    #expect(try run("--left") == (0, "spotify\nBig Game\n"))
    #expect(try run("--adopt", "spotify").status == 0)
    #expect(try run("--left") == (0, "Big Game\n"))
  }

  @Test func `a folder that can't be made is told, and nothing is lost`() throws {
    try Data().write(to: URL(fileURLWithPath: home.path(of: "audiosession")))
    var left = LeftPrograms(configurationHome: home.path)
    #expect(throws: Errno.self) { try left.set("spotify", true) }
    let (status, text) = try run("--leave", "spotify")
    #expect(status == ExitStatus.usage)
    #expect(text.hasPrefix("audiosession-agent: \(left.path): "))
  }

  @Test(arguments: [
    ("spotify", "spotify"), (" a b ", "a b"), ("", nil), ("  ", nil), ("a\nAction=adopt", nil),
    (String(repeating: "x", count: 129), nil),
  ])
  func `a name is one line, and not empty`(text: String, name: String?) {
    #expect(LeftPrograms.name(text) == name)
  }
}
