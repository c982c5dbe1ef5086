import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// `audiosessionctl top` on a terminal.
@Suite(.tags(.process), .timeLimit(.minutes(5))) struct TopTests {
  private let daemon: TestDaemon
  private let terminal: PseudoTerminal
  /// Keep their sessions while the test runs.
  private let clients: [ClientConnection]
  private let before: ScreenEmulator.Page
  private let settings: [UInt32]

  /// Music that the radio interrupted, which a navigator speaks over, and a shell's terminal.
  init() throws {
    daemon = try TestDaemon()
    clients = try TopTests.clients(of: daemon)
    terminal = try PseudoTerminal(columns: 80, rows: 24)
    try terminal.show("$ audiosessionctl top\r\n")
    before = terminal.screen.page
    settings = terminal.settings
  }

  private static func clients(of daemon: TestDaemon) throws -> [ClientConnection] {
    let sessions: [JSONValue] = [
      ["name": "mpd", "category": "playback"], ["name": "radio", "category": "playback"],
      ["name": "ナビ", "category": "playback", "mode": "voicePrompt", "options": ["duckOthers"]],
    ]
    return try sessions.map { session in
      let client = try daemon.connect()
      try client.granted("hello", ["protocol": 1, "application": session["name"] ?? nil])
      _ = try client.play(session)
      return client
    }
  }

  private func start(_ arguments: String...) throws -> ChildProcess {
    try terminal.start(
      "audiosessionctl",
      ["top"] + arguments,
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath]
    )
  }

  /// Starts it, and waits until the reasons are known.
  private func startAndWait() throws -> ChildProcess {
    let program = try start()
    try terminal.wait("the reasons") { $0.lines.count { $0.contains("(R59 ") } > 1 }
    return program
  }

  /// Expects that nothing has remained of the program.
  private func expectTerminalAsBefore(sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.drain()
    #expect(terminal.screen.page == before, sourceLocation: sourceLocation)
    #expect(!terminal.screen.isAlternate, sourceLocation: sourceLocation)
    #expect(terminal.screen.isCursorVisible, sourceLocation: sourceLocation)
    #expect(terminal.screen.wraps, sourceLocation: sourceLocation)
    #expect(terminal.settings == settings, sourceLocation: sourceLocation)
    #expect(terminal.screen.faults == [], sourceLocation: sourceLocation)
  }

  /// The table's lines, without the column whose ages grow.
  private var table: [String] {
    terminal.screen.lines[2..<8].map { $0.replacing(/\x20+\d+ s/, with: " T") }
  }

  @Test func `three sessions, their reasons, and the keys`() throws {
    let program = try startAndWait()
    let name = "audiosessiond \(version), at \(daemon.socketPath)"
    #expect(terminal.screen.lines[0].hasPrefix(name.prefix(79)))
    #expect(
      terminal.screen.lines[1].hasPrefix("3 sessions: 2 active (1 lowered), 1 interrupted, 0")
    )
    #expect(
      table == [
        "    ID NAME             STATE       GAIN           FOR REASON",
        ">    2 radio            playing     ███░ -14 dB T under ナビ (R59 ducking.…",
        "     3 ナビ             playing     ████   0 dB T lowers radio",
        "     1 mpd              interrupted T by radio (R59 exclusive.…",
        "", "",
      ]
    )
    try Pictures.keep(name: "top-3-80x24.txt", terminal.screen.text.utf8)
    try Pictures.keep(name: "top-3-80x24.svg", terminal.screen.picture.utf8)
    terminal.type("jj")
    try terminal.wait("the last session") { $0.lines[5].hasPrefix(">    1 mpd") }
    terminal.type("e")
    try terminal.wait("an explanation") {
      $0.lines[2].hasPrefix("── Explanation of mpd (session 1) ──")
        && $0.text.contains("  mpd (session 1) is interrupted by radio (session 2)")
    }
    try Pictures.keep(name: "top-explanation-80x24.svg", terminal.screen.picture.utf8)
    terminal.type("\u{1B}")
    try terminal.wait("the table") { $0.lines[2].contains("REASON") }
    terminal.type("x")
    try terminal.wait("the question") { $0.lines[23].hasPrefix("Evict mpd (session 1)?") }
    terminal.type("n")
    try terminal.wait("the answer") { $0.lines[23] == "Nothing was evicted." }
    terminal.type("/Ra\r")
    try terminal.wait("the filter") { $0.lines[3].hasPrefix(">    2 radio") && $0.lines[4] == "" }
    #expect(terminal.screen.lines[23].hasPrefix("Filter: Ra  Esc removes it"))
    terminal.type("q")
    #expect(try program.wait() == 0)
    expectTerminalAsBefore()
  }

  @Test func `keys that can scroll no further are not to be undone`() throws {
    let program = try startAndWait()
    try terminal.resize(columns: 30, rows: 6)
    terminal.type("\r")
    try terminal.wait("the explanation") { $0.text.contains("  radio (session 2),") }
    terminal.type(String(repeating: "j", count: 50))
    try terminal.wait("its end") { !$0.text.contains("  radio (session 2),") }
    terminal.type(String(repeating: "k", count: 20))
    try terminal.wait("its beginning") { $0.text.contains("  radio (session 2),") }
    terminal.type("\u{3}")
    #expect(try program.wait() == 0)
  }

  @Test func `Esc is understood although the daemon never pauses`() throws {
    let program = try startAndWait()
    terminal.type("e")
    try terminal.wait("the explanation") { $0.lines[2].hasPrefix("── Explanation of") }
    terminal.type("\u{1B}")
    let deadline = ContinuousClock.now + .milliseconds(Int(Patience.milliseconds))
    var isPlaying = false
    while !terminal.screen.lines[2].contains("REASON") {
      try #require(ContinuousClock.now < deadline)
      isPlaying.toggle()
      try clients[1].granted("session.report", ["session": 2, "playing": .bool(isPlaying)])
      terminal.drain()
    }
    terminal.type("q")
    #expect(try program.wait() == 0)
  }

  @Test func `an eviction is carried out`() throws {
    let program = try startAndWait()
    terminal.type("xy")
    try terminal.wait("the eviction") { $0.lines[23] == "radio (session 2) was closed." }
    try terminal.wait("the others") {
      !$0.lines[3].contains("radio") && $0.text.contains("#8  radio")
    }
    terminal.type("q")
    #expect(try program.wait() == 0)
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131), (SIGINT, 0)] as [(CInt, Int32)])
  func `a signal leaves the terminal as it was`(signal: CInt, status: Int32) throws {
    let program = try startAndWait()
    program.send(signal)
    #expect(try program.wait() == status)
    expectTerminalAsBefore()
  }

  @Test func `Ctrl-C quits, and Ctrl-Z gives the terminal back for a while`() throws {
    let program = try startAndWait()
    terminal.type("\u{1A}")
    var status: CInt = 0
    #expect(waitpid(program.pid, &status, WUNTRACED) == program.pid)
    #expect(status & 0xFF == 0x7F)
    expectTerminalAsBefore()
    program.send(SIGCONT)
    try terminal.wait("the table again") { $0.isAlternate && $0.lines[3].contains("radio") }
    terminal.type("\u{3}")
    #expect(try program.wait() == 0)
    expectTerminalAsBefore()
  }

  @Test func `screens of other sizes`() throws {
    let program = try startAndWait()
    try terminal.resize(columns: 200, rows: 50)
    try terminal.wait("the wide table") { $0.lines[2].contains("PRIORITY") && $0.lines[49] != "" }
    #expect(terminal.screen.lines[3].contains("under ナビ (R59 ducking.exclusive)"))
    try Pictures.keep(name: "top-3-200x50.svg", terminal.screen.picture.utf8)
    try terminal.resize(columns: 20, rows: 5)
    try terminal.wait("the small table") { $0.lines[1].hasPrefix(">   2") }
    #expect(terminal.screen.lines[1] == ">   2 radio playing")
    #expect(terminal.screen.lines[4] == "q quit  / filter  e…")
    try Pictures.keep(name: "top-3-20x5.svg", terminal.screen.picture.utf8)
    terminal.type("q")
    #expect(try program.wait() == 0)
    terminal.drain()
    #expect(terminal.screen.faults == [])
  }

  @Test func `without colour the screen has the same text and no sequence for colours`() throws {
    let program = try terminal.start(
      "audiosessionctl",
      ["top"],
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath, "NO_COLOR": "1"]
    )
    try terminal.wait("the reasons") { $0.lines.count { $0.contains("(R59 ") } > 1 }
    #expect(terminal.screen.page.cells.allSatisfy { $0.allSatisfy { $0.style.isEmpty } })
    #expect(terminal.screen.lines[3].hasPrefix(">    2 radio"))
    terminal.type("q")
    #expect(try program.wait() == 0)
  }

  @Test func `top when its daemon is killed: waits, and shows the next daemon's sessions`() throws {
    let program = try startAndWait()
    let gone = "The daemon has gone away; waiting for it to return."
    try daemon.process.kill()
    try terminal.wait("the news") { $0.lines[0] == gone }
    try daemon.restart()
    try terminal.wait("the next daemon") { $0.lines[1].hasPrefix("0 sessions") }
    let kept = try TopTests.clients(of: daemon)
    try terminal.wait("its sessions") { $0.text.contains("under ナビ (R59 ducking") }
    terminal.type("q")
    #expect(try program.wait() == 0)
    expectTerminalAsBefore()
    withExtendedLifetime(kept) {}
  }

  @Test func `without a daemon nothing is drawn`() throws {
    let program = try terminal.start(
      "audiosessionctl",
      ["top", "--socket", "/nowhere"]
    )
    #expect(try program.wait() == 4)
    terminal.drain()
    #expect(terminal.settings == settings)
    #expect(terminal.screen.updates == 0)
    #expect(terminal.screen.text.contains("there is no socket at /nowhere"))
  }

  @Test func `where there is no full screen it is monitor`() throws {
    let monitor = try RunningControl(["top"], at: daemon.socketPath)
    #expect(try monitor.lines(1) == ["3 sessions as of decision 7; watching."])
  }

  @Test func `JSON is for programs, on a terminal too`() throws {
    let program = try start("-j")
    var isPlaying = false
    while !terminal.screen.text.contains("server.decision") {
      isPlaying.toggle()
      try clients[1].granted("session.report", ["session": 2, "playing": .bool(isPlaying)])
      terminal.drain()
    }
    #expect(terminal.screen.updates == 0)
    #expect(terminal.settings == settings)
    try program.kill()
  }
}
