import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// `audiosessionctl timeline` beside a real daemon and its clients.
@Suite(.tags(.process)) struct TimelineTests {
  private let daemon: TestDaemon
  private let folder: TemporaryDirectory

  init() throws {
    let grant = "[Grant phoneCall]\nUsers=\(geteuid())\n"
    daemon = try TestDaemon(text: grant, in: TemporaryDirectory())
    folder = try TemporaryDirectory()
  }

  /// Music is ducked by a navigator and interrupted by a call; a recorder is refused.
  private func playCall(observers: Int64 = 0) throws {
    let clients = try (0..<4).map { _ in try ClientProcess(user: geteuid(), group: getegid()) }
    let connections = try clients.map { try $0.connect(to: daemon.socketPath) }
    func change(_ index: Int, _ verb: String, _ session: JSONValue) throws {
      let notify: JSONValue = ["notifyOthersOnDeactivation"]
      let options: JSONValue = verb == "deactivate" ? notify : []
      let parameters: JSONValue = ["session": session, "options": options]
      _ = try connections[index].call("session.\(verb)", parameters)
    }
    let music = try connections[0].play(["category": "playback", "name": "music"])
    let navigation = try connections[1].play([
      "category": "playback", "name": "navigation", "options": ["duckOthers"],
    ])
    try change(1, "deactivate", navigation)
    let phone = try connections[2].play([
      "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall", "name": "phone",
    ])
    let dictation = try connections[3].open(["category": "record", "name": "dictation"])
    try change(3, "activate", dictation)
    try change(2, "deactivate", phone)
    try change(0, "activate", music)
    for client in clients { try client.die() }
    // The daemon has seen all of it once it has noticed every end.
    try daemon.connect().waitForCounts(connections: 1 + observers, sessions: 0)
  }

  private func run(_ words: String...) throws -> Finished {
    try Finished.control(["timeline"] + words, at: daemon.socketPath)
  }

  @Test func `a call, as it was, from the log`() throws {
    try playCall()
    let json = try run("-j")
    #expect(json.status == 0)
    let lanes = try JSONValue(parsing: json.output)["lanes"]?.array ?? []
    let told = lanes.map { lane in
      let spans = (lane["spans"]?.array ?? []).filter { $0["state"] != "inactive" }
      let words = spans.map { span in
        let by = (span["by"]?.array ?? []).flatMap { [$0["session"]?.text, $0["source"]?.string] }
        let all = [span["state"]?.string, span["gain"]?.text] + by
        return all.compactMap(\.self).joined(separator: " ")
      }
      return "\(lane["name"]?.string ?? ""): \(words.joined(separator: ", "))"
    }
    let refusal = lanes.last?["markers"]?.array?.first
    #expect(refusal?["kind"] == "refused")
    #expect(refusal?["source"] == "R7 R34")
    #expect(refusal?["blocker"]?["session"] == 3)
    #expect(
      told == [
        "music: active 1.0, active 0.2 2 R59 ducking.exclusive, active 1.0, "
          + "interrupted 1.0 3 R59 phoneCall.exclusive, active 1.0",
        "navigation: active 1.0", "phone: active 1.0", "dictation: ",
      ]
    )
  }

  @Test func `R55: a recording of the decisions gives the same picture as the log`() throws {
    let observer = try daemon.connect()
    try observer.granted("events.subscribe", ["scope": "all"])
    try playCall(observers: 1)
    let log = try observer.granted("server.log", ["limit": 1024])["decisions"]?.array ?? []
    var lines: [String] = []
    while lines.count < log.count - 1 {
      lines.append(try observer.nextTold("server.decision").text)
    }
    let recording = try folder.write(lines.joined(separator: "\n") + "\n", to: "monitor.ndjson")
    // The first decision was made before the subscription.
    let fromLog = try run("-j", "--since", "2", "--before", "\(log.count)")
    let fromFile = try run("-j", recording)
    #expect(fromFile.status == 0, "\(fromFile.error)")
    let lanes = try JSONValue(parsing: fromFile.output)["lanes"]
    #expect(try lanes == JSONValue(parsing: fromLog.output)["lanes"])
    let picture = folder.path(of: "call.svg")
    #expect(try run(recording, "-o", picture) == Finished(status: 0, output: "", error: ""))
    #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("R59 ducking.exclusive"))
  }

  @Test func `the file is written whole or not at all, and devices stay what they are`() throws {
    let other = try folder.write("kept", to: "other.svg")
    let link = folder.path(of: "link.svg")
    symlink(other, link)
    // Who has it open, or owns it, mustn't read or change what is written.
    let open = folder.path(of: "open.svg")
    try #require(Glibc.link(other, open) == 0)
    #expect(chmod(open, 0o666) == 0)
    if geteuid() == 0 { #expect(chown(open, 65534, 65534) == 0) }
    var status = stat()
    for path in [link, open, folder.path(of: "new.svg")] {
      #expect(try run("-o", path) == Finished(status: 0, output: "", error: ""))
      #expect(lstat(path, &status) == 0)
      #expect(status.st_mode == S_IFREG | 0o600)
      #expect(status.st_uid == geteuid())
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasPrefix("<?xml") && text.hasSuffix("</svg>\n"))
    }
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
    #expect(
      try run("-o", "/dev/full", "--format", "svg")
        == Finished(
          status: 1,
          output: "",
          error: "audiosessionctl: can't write /dev/full: No space left on device\n"
        )
    )
    stat("/dev/full", &status)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
    let nowhere = folder.path(of: "no/where.svg")
    #expect(
      try run("-o", nowhere).error
        == "audiosessionctl: can't write \(nowhere): No such file or directory\n"
    )
    let missing = folder.path(of: "missing")
    #expect(
      try run(missing).error
        == "audiosessionctl: can't read \(missing): No such file or directory\n"
    )
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["link.svg", "new.svg", "open.svg", "other.svg"])
    let page = try run()
    #expect(page.output.hasPrefix("<!DOCTYPE html>") && page.output.hasSuffix("</html>\n"))
  }

  @Test func `a FIFO and standard output are written to as they are`() throws {
    let script = """
      printf 'before\n' > "$2/out"
      "$1" timeline -o /dev/stdout --format svg >> "$2/out" || exit
      mkfifo "$2/fifo"
      cat "$2/fifo" &
      "$1" timeline -o "$2/fifo" --format svg || exit
      wait
      test -p "$2/fifo"
      """
    let run = try Finished(
      of: "/bin/sh",
      ["-c", script, "sh", Spawn.path(ofBuilt: "audiosessionctl"), folder.path],
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath]
    )
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output.hasPrefix("<?xml") && run.output.hasSuffix("</svg>\n"))
    let text = try String(contentsOfFile: folder.path(of: "out"), encoding: .utf8)
    #expect(text.hasPrefix("before\n<?xml") && text.hasSuffix("</svg>\n"))
  }

  @Test func `R49: followed, the file is up to date, also after a restart of the daemon`() throws {
    let path = folder.path(of: "live.html")
    let follower = try ChildProcess(
      "audiosessionctl",
      ["timeline", "--follow", "-o", path],
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath]
    )
    try waitFor("class=\"live\"", in: path)
    let client = try daemon.connect()
    _ = try client.play(["category": "playback", "name": "music"])
    try waitFor("music: playing, since", in: path)
    try daemon.restart()
    try waitFor("the daemon was restarted: all sessions ended", in: path)
    _ = try daemon.connect().play(["category": "playback", "name": "second"])
    try waitFor("second: playing", in: path)
    follower.send(SIGTERM)
    #expect(try follower.wait() == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("class=\"still\""))
    #expect(text.contains("music: playing, "))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names == ["live.html"])
  }

  /// Reads a file until it has a text; each version of it has to be whole.
  private func waitFor(_ text: String, in path: String) throws {
    try Condition.wait(text, within: .milliseconds(2 * Int(Patience.milliseconds))) {
      guard let found = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
      #expect(found.hasPrefix("<!DOCTYPE html>") && found.hasSuffix("</html>\n"))
      return found.contains(text)
    }
  }

  @Test func `without a daemon, and with a reader that has enough`() throws {
    let missing = folder.path(of: "socket")
    let run = try Finished.control(["timeline", "-o", folder.path(of: "a.svg")], at: missing)
    #expect(run.status == 4)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "a.svg")))
    let program = try Spawn.path(ofBuilt: "audiosessionctl")
    let line = "\(program) timeline --socket \(daemon.socketPath) | head -1"
    #expect(
      try Finished(of: "/bin/sh", ["-c", line])
        == Finished(status: 0, output: "<!DOCTYPE html>\n", error: "")
    )
  }
}
