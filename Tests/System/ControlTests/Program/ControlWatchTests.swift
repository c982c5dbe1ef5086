import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// `wait` and `monitor`: processes that wait for what others do, across the end of a daemon.
@Suite(.tags(.process), .timeLimit(.minutes(2))) struct ControlWatchTests {
  private let daemon: TestDaemon

  init() throws { daemon = try TestDaemon() }

  @Test func `wait returns at the event, and not before`() throws {
    let client = try daemon.connect()
    let music = try client.play(["category": "playback", "name": "music"])
    let line = ["wait", "--idle", "--timeout", "100ms"]
    #expect(
      try Finished.control(line, at: daemon.socketPath)
        == Finished(
          status: 3,
          output: "",
          error: "audiosessionctl: waited 100ms in vain: music (session 1) is active\n"
        )
    )
    let idle = try RunningControl(["wait", "--idle"], at: daemon.socketPath)
    let bell = try RunningControl(["wait", "bell", "ducked", "-j"], at: daemon.socketPath)
    let gone = try RunningControl(["wait", "1", "gone"], at: daemon.socketPath)
    try client.waitForCounts(connections: 4, sessions: 1)
    try client.granted("session.deactivate", ["session": music])
    #expect(try idle.status() == 0)
    #expect(try idle.rest() == [])
    // It comes later, and is lowered after that.
    let mixing: JSONValue = ["category": "playback", "options": ["mixWithOthers"], "name": "bell"]
    _ = try client.play(mixing)
    let process = try ClientProcess(user: 0, group: 0)
    let other = try process.connect(to: daemon.socketPath)
    _ = try other.play(["category": "playback", "options": ["duckOthers"]])
    #expect(try bell.status() == 0)
    let sessions = try JSONValue(parsing: bell.lines(1)[0])["sessions"]?.array
    #expect(sessions?.map { $0["gain"] } == [0.2])
    try client.granted("session.close", ["session": music])
    #expect(try gone.status() == 0)
  }

  @Test func `wait: ends at once for unknown sessions and for wrong arguments`() throws {
    let rows: [(line: [String], status: Int32, sentence: String)] = [
      (["wait", "99", "active"], 2, "no session is named \"99\""),
      (["wait", "mpd", "duked"], 1, "found duked; did you mean ducked?"),
      (["wait", "mpd"], 1, "wait: expected NAME and STATE, or neither"),
      (["wait"], 1, "wait: expected either NAME and STATE, or --idle"),
      (["wait", "--idle", "mpd", "active"], 1, "wait: expected either NAME and STATE, or --idle"),
    ]
    for (line, status, sentence) in rows {
      let run = try Finished.control(line, at: daemon.socketPath)
      #expect(run.status == status && run.error.contains(sentence), "\(line): \(run.error)")
    }
    #expect(try Finished.control(["wait", "99", "gone"], at: daemon.socketPath).status == 0)
  }

  @Test func `R49: wait goes on with the next daemon`() throws {
    let wait = try RunningControl(["wait", "music", "active"], at: daemon.socketPath)
    let client = try daemon.connect()
    try client.waitForCounts(connections: 2, sessions: 0)
    try daemon.restart()
    // It may have gone while it was being greeted, which is another sentence.
    var lines = [try wait.error()]
    while lines.last != "audiosessionctl: the daemon is back", lines.count < 4 {
      lines.append(try wait.error())
    }
    #expect(lines.last == "audiosessionctl: the daemon is back", "\(lines)")
    let next = try daemon.connect()
    _ = try next.play(["category": "playback", "name": "music"])
    #expect(try wait.status() == 0)
  }

  @Test func `R49: monitor goes on with the next daemon, with its filter`() throws {
    let line = ["monitor", "--session", "music", "--count", "2"]
    let monitor = try RunningControl(line, at: daemon.socketPath)
    #expect(try monitor.lines(1) == ["0 sessions as of decision 1; watching."])
    let client = try daemon.connect()
    _ = try client.open(["name": "bell"])
    _ = try client.open(["name": "music"])
    let first = try monitor.lines(2)
    #expect(first[0].contains("music (session 2) opens"))
    #expect(first[1] == "    music (session 2): soloAmbient, inactive")
    try daemon.restart()
    #expect(try monitor.error().hasSuffix("has gone away; waiting for it"))
    #expect(try monitor.error() == "audiosessionctl: the daemon is back")
    #expect(
      try monitor.lines(2) == [
        "the daemon has restarted", "0 sessions as of decision 1; watching.",
      ]
    )
    let next = try daemon.connect()
    _ = try next.open(["name": "bell"])
    _ = try next.open(["name": "music"])
    #expect(try monitor.status() == 0)
    #expect(try monitor.rest().count == 2)
  }

  @Test func `monitor ends with the daemon if it is told to, and with its reader`() throws {
    let once = try RunningControl(["monitor", "--no-reconnect"], at: daemon.socketPath)
    let other = try RunningControl(["monitor"], at: daemon.socketPath)
    for monitor in [once, other] { _ = try monitor.lines(1) }
    other.endReading()
    #expect(try other.status() == 0)
    try daemon.process.kill()
    #expect(try once.status() == 4)
    let gone = "audiosessionctl: the daemon at \(daemon.socketPath) has gone away"
    #expect(try once.error() == gone)
  }
}
