import Foundation
import TestSupport
import TestTraits
import Testing

/// `--user`: where it listens, what it reads, whom it grants what, and that the tool finds it.
@Suite(.tags(.process)) struct UserInstanceTests {
  @Test
  func `a user's instance is found without a word, reads its user's file and trusts its user`()
    throws
  {
    let folder = try TemporaryDirectory()
    let runtime = folder.path(of: "run")
    let home = folder.path(of: "config")
    for path in ["\(runtime)/audiosession", "\(home)/audiosession/audiosessiond.conf.d"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let file = "\(home)/audiosession/audiosessiond.conf"
    let dropIn = "\(home)/audiosession/audiosessiond.conf.d/50-loud.conf"
    try "[Policy]\nDuckGain=0.3\nDuckRamp=1s\n".write(
      toFile: file,
      atomically: true,
      encoding: .utf8
    )
    try "[Policy]\nDuckGain=0.4\n".write(toFile: dropIn, atomically: true, encoding: .utf8)
    let environment = [
      "XDG_RUNTIME_DIR": runtime, "XDG_CONFIG_HOME": home, "AUDIOSESSION_SOCKET": "",
    ]
    let said = Pipe()
    let daemon = try ChildProcess(
      "audiosessiond",
      ["--user"],
      descriptors: [2: said.fileHandleForWriting.fileDescriptor],
      environment: environment
    )
    try said.fileHandleForWriting.close()
    let first = String(bytes: said.fileHandleForReading.availableData, encoding: .utf8)
    #expect(first?.hasSuffix("listening on \(runtime)/audiosession/socket\n") == true)

    let policy = try Finished(
      of: "audiosessionctl",
      ["policy", "show"],
      environment: environment
    )
    #expect(policy.status == 0)
    let settings = policy.output.split(separator: "\n").prefix(7).map { String($0) }
    #expect(
      settings == [
        "# \(file)", "# \(dropIn)", "[Policy]", "Profile=",
        "DuckGain=0.4  * built-in: 0.2, set by \(dropIn):2", "StrongDuckGain=0.0178",
        "DuckRamp=1s  * built-in: 300ms, set by \(file):3",
      ]
    )
    let call = try Finished(
      of: "audiosessionctl",
      ["policy", "test", "-j", "--category", "playback", "--priority", "phoneCall"],
      environment: environment
    )
    #expect(call.status == 0)
    #expect(call.output.contains("\"priority\":\"phoneCall\""))
    #expect(!call.output.contains("missingEntitlement"))

    daemon.send(SIGTERM)
    #expect(try daemon.wait() == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(runtime)/audiosession/socket"))
  }
}
