import Foundation
import TestSupport
import Testing

@testable import audiosession_agent

/// What is noted for the case of a crash.
@Suite struct LedgerTests {
  private let music = LedgerStream(cookie: 7, serial: 51)
  private let game = LedgerStream(cookie: 7, serial: 60)

  @Test func `every transition is a line, and the line is that transition`() {
    let transitions: [LedgerTransition] = [
      .touched(music), .released(music), .paused(music), .started(music),
      .playerPaused("org.mpris.MediaPlayer2.mpv"), .playerReleased("org.mpris.MediaPlayer2.mpv"),
    ]
    for transition in transitions {
      #expect(transition.line.last == "\n")
      #expect(LedgerTransition(line: transition.line.dropLast()) == transition)
    }
  }

  @Test(arguments: [
    "", "+", "+volume", "+volume 7", "+volume 7 x", "+volume -7 51", "*volume 7 51",
    "+volume 7 51 1", "+stream 7 51", "+player ", "+player a b", "volume 7 51", "+volume  7 51",
  ])
  func `what is no line says nothing`(text: String) {
    #expect(LedgerTransition(line: text[...]) == nil)
    #expect(LedgerContents(text: text + "\n").isEmpty)
  }

  @Test func `a line that a crash has cut off says nothing`() {
    let contents = LedgerContents(text: "+volume 7 51\n+volume 7 6")
    #expect(contents.touched == [music])
  }

  @Test func `what holds at the end counts, and its shortest text says the same`() {
    let contents = LedgerContents(
      text: """
        +volume 7 51
        +pause 7 51
        +volume 7 60
        -volume 7 51
        +player a.b
        +player c.d
        -player a.b

        """
    )
    #expect(contents.touched == [game])
    #expect(contents.paused == [music])
    #expect(contents.players == ["c.d"])
    #expect(LedgerContents(text: contents.text) == contents)
  }

  @Test func `each transition is written once, and no more is said than what holds`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "audiosession")
    let ledger = try Ledger(folder: path)
    ledger.note(.touched(music))
    ledger.note(.touched(music))
    ledger.note(.released(game))
    ledger.note(.paused(music))
    let touched = "+volume 7 51\n+pause 7 51\n"
    #expect(try text(in: path) == touched)
    ledger.note(.started(music))
    ledger.note(.released(music))
    let released = touched + "-pause 7 51\n-volume 7 51\n"
    #expect(try text(in: path) == released)
    #expect(LedgerContents(text: released).isEmpty)
    ledger.note(.playerPaused("a.b"))
    #expect(try text(in: path) == released + "+player a.b\n")
    ledger.clear()
    #expect(try text(in: path).isEmpty)
    #expect(ledger.contents.isEmpty)
  }

  @Test func `what another has left is there`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "audiosession")
    do {
      let ledger = try Ledger(folder: path)
      ledger.note(.touched(music))
      ledger.note(.playerPaused("a.b"))
    }
    let ledger = try Ledger(folder: path)
    #expect(ledger.contents.touched == [music])
    #expect(ledger.contents.players == ["a.b"])
  }

  @Test func `there is one at a time`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "audiosession")
    var first: Ledger? = try Ledger(folder: path)
    #expect(throws: LedgerFailure.taken(path: path + "/agent-touched")) {
      try Ledger(folder: path)
    }
    first?.note(.touched(music))
    first = nil
    #expect(try Ledger(folder: path).contents.touched == [music])
  }

  @Test func `where there can be none it is said why`() {
    let failure = #expect(throws: LedgerFailure.self) { try Ledger(folder: "/proc/none/a") }
    #expect(failure?.description == "/proc/none/a/agent-touched: mkdir: No such file or directory")
    #expect(Ledger.folder(runtimeFolder: nil) == nil)
    #expect(Ledger.folder(runtimeFolder: "relative") == nil)
    #expect(Ledger.folder(runtimeFolder: "/run/user/1000") == "/run/user/1000/audiosession")
  }

  @Test func `the file stays small however long something is touched`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "audiosession")
    let ledger = try Ledger(folder: path)
    ledger.note(.touched(music))
    var largest = 0
    for serial in UInt64(100)..<6_100 {
      let stream = LedgerStream(cookie: 7, serial: serial)
      ledger.note(.touched(stream))
      ledger.note(.released(stream))
      if serial % 500 == 0 { largest = max(largest, try text(in: path).utf8.count) }
    }
    #expect(largest < 70_000)
    #expect(LedgerContents(text: try text(in: path)).touched == [music])
    ledger.note(.released(music))
    #expect(try text(in: path).isEmpty)
  }

  private func text(in folder: String) throws -> String {
    try String(contentsOfFile: folder + "/agent-touched", encoding: .utf8)
  }
}
