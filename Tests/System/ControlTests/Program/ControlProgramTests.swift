import AudioSessionJSON
import AudioSessionWire
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// `audiosessionctl` as a person and as a script meet it: what it prints where, and its status.
@Suite(.tags(.process)) struct ControlProgramTests {
  @Test func `each way in which no daemon answers has its sentence, its remedy and status 4`()
    throws
  {
    let folder = try TemporaryDirectory()
    let missing = folder.path(of: "run/socket")
    let plain = folder.path(of: "file")
    try "".write(toFile: plain, atomically: true, encoding: .utf8)
    let long = "/" + String(repeating: "a", count: 149)
    let stale = try TestDaemon()
    try stale.process.kill()
    let rows: [(path: String, sentence: String)] = [
      (
        missing,
        "no audiosessiond is running: there is no socket at \(missing); start it "
          + "with `mkdir -p \(folder.path(of: "run")) && audiosessiond --socket \(missing)`"
      ),
      (plain, "\(plain) isn't a socket but a file; expected the path of the daemon's socket"),
      (long, "\(long) is 150 bytes long; a socket's path has at most 107"),
      (
        stale.socketPath,
        "nothing listens at \(stale.socketPath) any more; start a daemon there with "
          + "`audiosessiond --socket \(stale.socketPath)`"
      ),
    ]
    for (path, sentence) in rows {
      let message = "audiosessionctl: \(sentence); `audiosessionctl doctor` shows more\n"
      let expected = Finished(status: 4, output: "", error: message)
      #expect(try Finished.control(["status"], at: path) == expected)
    }
  }

  @Test func `a closed socket says who may, and how to get in`() throws {
    let daemon = try TestDaemon()
    try #require(geteuid() == 0, "only root may become somebody who is locked out")
    chown(daemon.socketPath, 0, 4)
    chmod(daemon.socketPath, 0o660)
    let name = try #require(getgrgid(4).map { String(cString: $0.pointee.gr_name) })
    let run = try Finished.controlByNobody(["status"], at: daemon.socketPath)
    #expect(run.status == 4)
    #expect(
      run.error == "audiosessionctl: \(daemon.socketPath) isn't accessible to you: its owner is "
        + "root, and the group \(name) may connect; run `sudo usermod -aG \(name) nobody` and log in "
        + "again; `audiosessionctl doctor` shows more\n"
    )
  }

  @Test func `a server that isn't the daemon, or that hangs up: named in the error`() throws {
    let rows: [(answer: String, sentence: String)] = [
      (
        "hello\n",
        "what answers at PATH isn't an audiosessiond that this program knows: it sent a line that "
          + "is not JSON (expected a value at byte 0)"
      ),
      (
        "",
        "the daemon at PATH closed the connection before it replied; `audiosessionctl doctor` "
          + "says why"
      ),
    ]
    for (answer, sentence) in rows {
      let server = try LineServer(answering: answer)
      let run = try Finished.control(["status"], at: server.path)
      let text = sentence.replacing("PATH", with: server.path)
      #expect(run == Finished(status: 4, output: "", error: "audiosessionctl: \(text)\n"))
    }
  }

  @Test func `usage, refusal and what there isn't have each their status`() throws {
    let daemon = try TestDaemon()
    let rows: [(line: [String], status: Int32)] = [
      (["status"], 0), (["lst"], 1), (["list", "--timeout", "x"], 1), (["show", "999"], 2),
      (["show", "nobody"], 2),
      (["policy", "test", "--category", "playback"], 0),
      (["policy", "test", "--category", "playback", "--mode", "voiceChat"], 2),
      (["policy", "test", "-j", "--category", "playback", "--mode", "voiceChat"], 2),
    ]
    for (line, status) in rows {
      #expect(try Finished.control(line, at: daemon.socketPath).status == status, "\(line)")
    }
  }

  @Test func `the daemon's own sentence reaches the person`() throws {
    let daemon = try TestDaemon()
    let line = ["policy", "test", "--category", "playback", "--mode", "voiceChat"]
    #expect(
      try Finished.control(line, at: daemon.socketPath).output == """
        The activation of the new session would be refused: The parameter "category" is wrong: \
        expected playAndRecord with mode voiceChat, found "playback" (badParam R4).
        No other session would be affected.
        [R4]

        """
    )
    let missing = try Finished.control(["explain", "999"], at: daemon.socketPath)
    #expect(
      missing.error == "audiosessionctl: There is no session 999: expected one that is open; "
        + "`audiosessionctl list` shows the sessions (noSuchSession).\n"
    )
  }

  @Test func `under -j an error is JSON, in the place of the result`() throws {
    let daemon = try TestDaemon()
    let refused = try Finished.control(["show", "999", "-j"], at: daemon.socketPath)
    let expected: JSONValue = [
      "error": [
        "code": -32002, "name": "noSuchSession",
        "message": "There is no session 999: expected one that is open.",
      ]
    ]
    #expect(try JSONValue(parsing: Array(refused.output.utf8).span) == expected)
    let names: [(line: [String], path: String, name: String)] = [
      (["status", "--json"], "/nowhere/socket", "noDaemon"),
      (["-j", "lst"], daemon.socketPath, "usage"),
      (["show", "-j", "nobody"], daemon.socketPath, "noSuchSession"),
    ]
    for (line, path, name) in names {
      let run = try Finished.control(line, at: path)
      let error = try JSONValue(parsing: Array(run.output.utf8).span)["error"]
      #expect(error?["name"]?.string == name, "\(line)")
      #expect(error?["code"] == .null, "\(line)")
      #expect(error?["message"]?.string.map { "audiosessionctl: \($0)\n" } == run.error)
    }
  }

  @Test func `an option of another verb, and a word that is nearly one, are told as such`() throws {
    let rows: [(line: [String], sentence: String)] = [
      (
        ["list", "--limit", "3"],
        "list takes no --limit, which is for log; `audiosessionctl help list` lists its options"
      ),
      (
        ["log", "--limt", "3"],
        "unknown option --limt; did you mean --limit? `audiosessionctl help log` lists "
          + "the options"
      ),
      (["statu"], "unknown verb statu; did you mean status? \(Self.seeHelp)"),
      (
        ["policy", "shw"], "unknown verb policy shw; did you mean policy show? \(Self.seeHelp)"
      ),
      (
        ["policy", "test", "--priority", "phonecall"],
        "--priority: expected one of normal, assistant, alarm, ringtone, phoneCall, found "
          + "phonecall; did you mean phoneCall?"
      ),
    ]
    for (line, sentence) in rows {
      let expected = Finished(status: 1, output: "", error: "audiosessionctl: \(sentence)\n")
      #expect(try Finished.control(line, at: "/nowhere") == expected, "\(line)")
    }
  }

  @Test func `tables fit the columns there are, unless --full is said`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    let name = String(repeating: "long ", count: 24) + "name"
    _ = try client.play(["category": "playback", "name": .string(name)])
    for line in [["list"], ["status"], ["policy", "show"], ["help"], ["help", "policy", "test"]] {
      let run = try Finished.control(line, at: daemon.socketPath, ["COLUMNS": "80"])
      let widths = run.output.split(separator: "\n").map(\.count)
      let limit = line == ["status"] ? 100 : 80
      #expect(widths.max() ?? 0 <= limit, "\(line)")
      #expect(run.status == 0)
    }
    let narrow = try Finished.control(["list"], at: daemon.socketPath, ["COLUMNS": "80"]).output
    #expect(narrow.contains("long…"))
    for option in ["--full", "-l"] {
      let full = try Finished.control(["list", option], at: daemon.socketPath, ["COLUMNS": "80"])
        .output
      #expect(full.contains(name))
    }
  }

  @Test func `users have their names in the list`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    _ = try client.play(["category": "playback"])
    let lines = try Finished.control(["list"], at: daemon.socketPath).output.split(separator: "\n")
    let user = try #require(getpwuid(geteuid())).pointee
    #expect(lines.first?.split(separator: " ")[3] == "USER")
    #expect(lines.dropFirst().first?.contains(" \(String(cString: user.pw_name)) ") == true)
  }

  @Test func `the log says that a session ended, in the words of the monitor`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    let session = try client.play(["category": "playback", "name": "phone"])
    _ = try client.granted("session.close", ["session": session])
    let lines = try Finished.control(["log", "-n1"], at: daemon.socketPath).output.split(
      separator: "\n"
    )
    #expect(lines.last == "    phone (session 1): closed")
  }

  @Test func `the log takes times, and shows them in UTC`() throws {
    let daemon = try TestDaemon()
    _ = try daemon.connect().play(["category": "playback", "name": "phone"])
    let times = ["TZ": "IST-5:30"]
    func log(_ words: String...) throws -> [Substring] {
      try Finished.control(["log"] + words, at: daemon.socketPath, times).output.split(
        separator: "\n"
      )
    }
    let all = try log()
    #expect(try log("--since", "10 min ago") == all)
    #expect(try log("--since", "today", "--before", "10 min ago") == ["No decisions found."])
    #expect(try log("--since=0", "--before", "yesterday") == ["No decisions found."])
    let utc = try log("--utc")
    #expect(utc.first?.contains(/^\d\d:\d\d:\d\d\.\d\d\dZ  #/) == true)
    let wrong = try Finished.control(["log", "--since", "soon"], at: daemon.socketPath)
    #expect(
      wrong.error == "audiosessionctl: --since: expected the number of a decision, or a time such "
        + "as \"10 min ago\", \"14:30\", \"yesterday\" or \"2026-11-21 14:30\", found soon\n"
    )
  }

  @Test func `--user and --system choose the instance`() throws {
    let folder = try TemporaryDirectory()
    let runtime = ["XDG_RUNTIME_DIR": folder.path, "AUDIOSESSION_SOCKET": ""]
    let user = try Finished(of: "audiosessionctl", ["--user", "status"], environment: runtime)
    #expect(user.status == 4)
    let missing = "\(folder.path)/audiosession/socket"
    #expect(user.error.contains(": there is no socket at \(missing); start it with"))
    let both = try Finished(of: "audiosessionctl", ["list", "--user", "--system"])
    let sentence = "--user, --system: expected only one of --user, --system and --socket"
    #expect(both == Finished(status: 1, output: "", error: "audiosessionctl: \(sentence)\n"))
  }

  @Test func `help of a group, and help for programs`() throws {
    let group = try Finished.control(["policy", "-h"], at: "/nowhere")
    let asked = try Finished.control(["help", "policy"], at: "/nowhere")
    #expect(group == asked)
    #expect(group.status == 0)
    let help = try Finished.control(["help", "log", "-j"], at: "/nowhere")
    let value = try JSONValue(parsing: Array(help.output.utf8).span)
    let verb = value["verbs"]?.array?.first
    #expect(verb?["name"]?.string == "log")
    #expect(verb?["options"]?.array?.first?["name"]?.string == "limit")
    #expect(verb?["options"]?.array?.first?["letter"]?.string == "n")
    let all = try Finished.control(["help", "-j"], at: "/nowhere")
    let verbs = try JSONValue(parsing: Array(all.output.utf8).span)["verbs"]?.array ?? []
    #expect(verbs.contains { $0["name"]?.string == "policy show" })
  }

  @Test func `invisible characters in a session's name: printed escaped, also with -j`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    let name = "a\u{200B}\u{200F}\u{61C}\u{202E}\u{2060}\u{2069}\u{FEFF}\u{E0041}z"
    _ = try client.play(["category": "playback", "name": .string(name)])
    let shown = try Finished.control(["show", "1", "-p", "name", "--value"], at: daemon.socketPath)
    #expect(
      shown.output
        == "a\\u{200b}\\u{200f}\\u{61c}\\u{202e}\\u{2060}\\u{2069}\\u{feff}\\u{e0041}z\n"
    )
    let json = try Finished.control(["show", "1", "-p", "name", "-j"], at: daemon.socketPath)
    let escaped = #"a\u200b\u200f\u061c\u202e\u2060\u2069\ufeff\udb40\udc41z"#
    #expect(json.output == #"{"name":"\#(escaped)"}"# + "\n")
    #expect(try JSONValue(parsing: Array(json.output.utf8).span)["name"]?.string == name)
  }

  @Test func `the policy in force is shown in the words of its files, and with their names`() throws
  {
    let daemon = try TestDaemon(
      text: """
        [Policy]
        DuckGain=0.5
        [Interactions]
        phoneCall.mixable=duck
        [Grant alarm]
        Users=daemon
        Groups=adm
        Units=alarm.service
        [Grant phoneCall]
        Users=
        """,
      in: TemporaryDirectory()
    )
    let file = daemon.configurationPath
    let run = try Finished.control(["policy", "show"], at: daemon.socketPath)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let expected = [
      "# \(file)", "DuckGain=0.5  * built-in: 0.2, set by \(file):2", "StrongDuckGain=0.0178",
      "phoneCall.mixable=duck  * built-in: interrupt, set by \(file):4", "[Grant phoneCall]",
      "Users=  * set by \(file):10", "[Grant alarm]", "Users=root daemon  * set by \(file):6",
      "Groups=adm  * set by \(file):7", "Units=alarm.service  * set by \(file):8",
    ]
    for line in expected { #expect(lines.contains(line), "\(line)") }
    let words = Set(lines.flatMap { $0.split(separator: " ") })
    #expect(words.isSuperset(of: ["interrupt", "duck", "duckNewcomer", "refuse", "mix"]))
    #expect(words.isDisjoint(with: ["int", "low", "pri"]))
  }

  private static let seeHelp = "`audiosessionctl help` lists them"
}

/// A listener that sends one text to each client, reads what there is, and hangs up.
private final class LineServer: Sendable {
  let path: String
  private let folder: TemporaryDirectory

  init(answering answer: String) throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "socket")
    let listener = try listener(at: path)
    let thread = Thread {
      let client = accept(listener, nil, nil)
      var buffer = [UInt8](repeating: 0, count: 4096)
      _ = read(client, &buffer, buffer.count)
      _ = answer.withCString { send(client, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
      // A child that another test has started may have a copy, which closing wouldn't end.
      shutdown(client, CInt(SHUT_RDWR))
      close(client)
      close(listener)
    }
    thread.start()
  }
}
