import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// The program around the server: arguments, configuration, exit status, and the other program.
@Suite(.tags(.process)) struct ProgramTests {
  @Test func `wrong arguments are said and end with 1`() throws {
    let table: [(arguments: [String], message: String)] = [
      (["--bogus"], "--bogus: expected an option that --help shows"),
      (["now"], "now: expected an option that --help shows"),
      (["--socket"], "--socket: expected a path after it"),
      (["--config="], "--config: expected a path"),
    ]
    for (arguments, message) in table {
      let expected = Finished(status: 1, output: "", error: "audiosessiond: \(message)\n")
      #expect(try Finished(of: "audiosessiond", arguments) == expected)
    }
  }

  @Test func `help and version go to the standard output`() throws {
    let help = try Finished(of: "audiosessiond", ["--help"])
    #expect(help.status == 0 && help.error == "")
    #expect(help.output.hasPrefix("usage: audiosessiond "))
    let version = try Finished(of: "audiosessiond", ["--version", "--bogus"])
    #expect(version.status == 0 && version.error == "")
    let words = version.output.split(whereSeparator: \.isWhitespace)
    #expect(words.count == 2 && words.first == "audiosessiond")
  }

  @Test func `a configuration is checked without starting`() throws {
    let folder = try TemporaryDirectory()
    let good = folder.path(of: "good")
    let bad = folder.path(of: "bad")
    try "[Policy]\nDuckGain=0.5\n".write(toFile: good, atomically: true, encoding: .utf8)
    try "\n[Policy]\nDuckGain=7\nBogus=1\n".write(toFile: bad, atomically: true, encoding: .utf8)
    let fine = try Finished(of: "audiosessiond", ["--check-config", "--config", good])
    #expect(fine.status == 0 && fine.error == "")
    #expect(
      fine.output.hasPrefix(
        "# \(good)\n\n[Policy]\nProfile=\n# \(good):2\nDuckGain=0.5\nStrongDuckGain=0.0178\n"
      )
    )
    let quiet = try Finished(of: "audiosessiond", ["--check-config", "--quiet", "--config", good])
    #expect(quiet == Finished(status: 0, output: "", error: ""))
    for arguments in [
      ["--check-config"], ["--check-config", "--quiet"], ["--socket", folder.path(of: "socket")],
    ] {
      let wrong = try Finished(of: "audiosessiond", arguments + ["--config", bad])
      #expect(wrong.status == 78 && wrong.output == "")
      let lines = wrong.error.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first == "\(bad):3: DuckGain=7: expected at most 1")
      #expect(lines.last?.hasPrefix("\(bad):4: Bogus=1: expected ") == true)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == ["bad", "good"])
  }

  @Test func `a socket that somebody left behind is replaced`() throws {
    let daemon = try TestDaemon()
    try daemon.process.kill()
    #expect(FileManager.default.fileExists(atPath: daemon.socketPath))
    try daemon.restart()
    #expect(try daemon.connect().isServed())
  }

  @Test func `a socket on which somebody answers is refused with 75, lock or not`() throws {
    let daemon = try TestDaemon()
    let arguments = ["--socket", daemon.socketPath, "--config", daemon.configurationPath]
    let message = "\(daemon.socketPath): taken; expected nobody else to listen there"
    let refused = Finished(status: 75, output: "", error: "audiosessiond: \(message)\n")
    #expect(try Finished(of: "audiosessiond", arguments) == refused)
    try FileManager.default.removeItem(atPath: daemon.socketPath + ".lock")
    #expect(try Finished(of: "audiosessiond", arguments) == refused)
    #expect(try daemon.connect().isServed())
  }

  @Test func `a socket path where another file is: refused, and the file is kept`() throws {
    let folder = try TemporaryDirectory()
    let configuration = folder.path(of: "conf")
    try "".write(toFile: configuration, atomically: true, encoding: .utf8)
    let file = folder.path(of: "file")
    try "precious".write(toFile: file, atomically: true, encoding: .utf8)
    let link = folder.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    for path in [file, link, folder.path] {
      let refused = try Finished(
        of: "audiosessiond",
        ["--socket", path, "--config", configuration]
      )
      let message = "audiosessiond: \(path): expected a socket or nothing, found another file\n"
      #expect(refused == Finished(status: 1, output: "", error: message))
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    unlink(folder.path + ".lock")
  }

  @Test func `the other program finds the daemon and asks it`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    let session = try client.play(["category": "playback", "name": "mpd"])
    let environment = ["AUDIOSESSION_SOCKET": daemon.socketPath]
    let shown = try Finished(
      of: "audiosessionctl",
      ["--json", "show", session.text],
      environment: environment
    )
    let object = try client.granted("session.get", ["session": session])
    #expect(shown.status == 0 && shown.error == "")
    #expect(shown.output.filter { !$0.isWhitespace } == object.text)
    try daemon.process.kill()
    #expect(try Finished(of: "audiosessionctl", ["status"], environment: environment).status == 4)
  }
}
