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

  @Test(.enabled(if: SmallDisk.isPossible, "a disk to fill takes root"))
  func `what didn't fit on a full disk is noted when there is room again`() throws {
    let disk = try SmallDisk()
    let path = disk.path + "/audiosession"
    let ledger = try Ledger(folder: path)
    try Data(count: SmallDisk.size - 4096).write(to: URL(filePath: disk.path + "/filler"))
    // More than the one page that is left, and a line of it at the page's end is cut.
    var serial: UInt64 = 100
    for _ in 0..<400 {
      ledger.note(.touched(LedgerStream(cookie: 7, serial: serial)))
      serial += 1
    }
    let full = try text(in: path)
    #expect(full.utf8.count <= 4096 && full.hasSuffix("\n"))
    // Nor does an attempt to write it anew leave anything on the full disk.
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(Set(files) == ["agent-touched", "agent-touched.lock"])
    try FileManager.default.removeItem(atPath: disk.path + "/filler")
    ledger.note(.playerPaused("a.b"))
    #expect(LedgerContents(text: try text(in: path)) == ledger.contents)
    ledger.note(.paused(music))
    #expect(LedgerContents(text: try text(in: path)) == ledger.contents)
  }

  @Test func `a line that another has left cut off stays alone`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "audiosession")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try "+volume 7 51\n+pau".write(
      toFile: path + "/agent-touched",
      atomically: false,
      encoding: .utf8
    )
    let ledger = try Ledger(folder: path)
    ledger.note(.touched(game))
    let contents = LedgerContents(text: try text(in: path))
    #expect(contents.touched == [music, game] && contents == ledger.contents)
  }

  private func text(in folder: String) throws -> String {
    try String(contentsOfFile: folder + "/agent-touched", encoding: .utf8)
  }
}

/// A file system in memory that is soon full.
private final class SmallDisk {
  static let size = 16_384
  /// Mounting takes root, and isn't allowed in every container.
  static let isPossible = (try? SmallDisk()) != nil

  private let folder: TemporaryDirectory
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryDirectory()
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(SmallDisk.size)") == 0 else {
      throw ProcessFault("can't mount a file system")
    }
  }

  deinit { umount2(path, CInt(MNT_DETACH)) }
}
