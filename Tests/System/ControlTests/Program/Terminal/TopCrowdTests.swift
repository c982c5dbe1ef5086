import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// `audiosessionctl top` with many sessions.
@Suite(.tags(.process), .timeLimit(.minutes(5))) struct TopCrowdTests {
  @Test func `top with 300 sessions in three zones: scrolls, filters, sorts and quits`() throws {
    let daemon = try TestDaemon(
      text: "[Limits]\nSessionsPerConnection=300\n",
      in: TemporaryDirectory()
    )
    let client = try daemon.connect()
    for number in 1...300 {
      let session = try client.open([
        "category": "playback", "name": .string("player \(number)"),
        "options": number.isMultiple(of: 3) ? [] : ["mixWithOthers"],
        "zone": .string("room \(number % 3)"),
      ])
      if number.isMultiple(of: 2) { try client.granted("session.activate", ["session": session]) }
    }
    let navigator = try daemon.connect()
    try navigator.granted("hello", ["protocol": 1, "application": "navi"])
    _ = try navigator.play([
      "category": "playback", "name": "navi", "mode": "voicePrompt", "options": ["duckOthers"],
    ])
    let terminal = try PseudoTerminal(columns: 120, rows: 40)
    let program = try terminal.start(
      "audiosessionctl",
      ["top"],
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath]
    )
    try terminal.wait("the reasons") { screen in
      screen.lines.count { $0.contains("under navi (R59 ") } >= 15
    }
    #expect(terminal.screen.lines[1].hasPrefix("301 sessions: 151 active (150 lowered), 0 inter"))
    #expect(terminal.screen.lines[3] == "Zone room 0")
    try Pictures.keep(name: "top-300-120x40.svg", terminal.screen.picture.utf8)
    try Pictures.keep(name: "top-300-120x40.txt", terminal.screen.text.utf8)
    terminal.type("G")
    try terminal.wait("the last session") { screen in
      screen.lines.contains { $0.hasPrefix(">  301  navi") }
    }
    #expect(terminal.screen.lines.contains("No zone"))
    terminal.type("g/room 2 playing\u{15}300\r")
    try terminal.wait("one session") { $0.lines[4].hasPrefix(">  300  player 300") }
    terminal.type("\u{1B}")
    try terminal.wait("all sessions") {
      $0.lines[4].hasPrefix(">") && $0.lines[5].contains("player")
    }
    // While everything changes all the time, the keys still act.
    let churn = Churn(client)
    churn.start()
    terminal.type("\u{1B}[6~\u{1B}[6~ss")
    try terminal.wait("the order by name") { $0.lines[39].contains("s sort (name)") }
    terminal.type("q")
    #expect(try program.wait() == 0)
    churn.stop()
    terminal.drain()
    #expect(!terminal.screen.isAlternate)
    #expect(terminal.screen.faults == [])
  }
}

/// A client that reports as fast as it can, on a thread of its own.
private final class Churn: @unchecked Sendable {
  // The thread alone uses the client until it has ended, and `isOver` is behind the lock.
  private let client: ClientConnection
  private let lock = NSLock()
  private var isOver = false
  private let ended = DispatchSemaphore(value: 0)

  init(_ client: ClientConnection) { self.client = client }

  func start() {
    Thread { [self] in
      var isPlaying = false
      while !lock.withLock({ isOver }) {
        isPlaying.toggle()
        // If it fails, the program has less to do, and the test shows nothing wrong.
        _ = try? client.call("session.report", ["session": 2, "playing": .bool(isPlaying)])
      }
      ended.signal()
    }.start()
  }

  func stop() {
    lock.withLock { isOver = true }
    ended.wait()
  }
}
