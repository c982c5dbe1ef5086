import AudioSessionJSON
import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport
import Testing

/// A graph with a daemon, a program that plays, and an ear.
final class ItemStage {
  /// The level of the tone of a file that nobody touches: an amplitude of a quarter.
  static let full = -12.04

  let graph: HeadlessGraph
  let daemon: TestDaemon
  let others: ClientConnection
  let recording: Recording
  private(set) var program: RunningProgram
  private(set) var said: [String] = []

  /// Starts all of it.
  ///
  /// - Throws: Why one of them doesn't start.
  init() throws {
    graph = try HeadlessGraph()
    daemon = try TestDaemon()
    others = try daemon.connect()
    recording = try graph.record()
    program = try graph.start(
      "item-player-program",
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath],
      readsLines: true
    )
    try hear("ready")
  }

  /// Gives the program a command.
  func send(_ command: String) throws { try program.send(command) }

  /// Waits until the program says something that begins so: the whole line.
  @discardableResult
  func hear(_ beginning: String) throws -> String {
    while true {
      let line = try program.nextLine()
      said.append(line)
      if line.hasPrefix(beginning) { return line }
    }
  }

  /// What the program says from now on up to a line, all of it.
  func lines(through beginning: String) throws -> [String] {
    said = []
    try hear(beginning)
    return said
  }

  /// A call that rings nobody: it is there at once.
  func call() throws -> JSONValue {
    try others.play([
      "name": "phone", "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall",
    ])
  }

  func close(_ session: JSONValue) throws {
    try others.granted("session.close", ["session": session])
  }

  /// Waits until the music is so loud.
  @discardableResult
  func hearMusic(_ level: Double = ItemStage.full) throws -> Duration {
    try recording.hear(Pitch.music, in: level - 0.5...level + 0.5)
  }

  /// The program's session, as the daemon lists it.
  func session(_ member: String) throws -> JSONValue? {
    try others.sessions().first { $0["name"] == "item-player-program" }?[member]
  }
}
