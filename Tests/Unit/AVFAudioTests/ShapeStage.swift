import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport

/// One program in one situation: a daemon, others beside it, and what they do.
final class ShapeStage {
  private let folder: TemporaryDirectory
  private let program: RunningProgram
  /// The daemon, and the others; nil until it comes.
  private var others: Others?
  private var other: JSONValue?
  /// How many lines of the program belong to former acts.
  private var heard = 0
  /// How long it took to say what was said last.
  private var duration = Duration.zero
  /// The program in the daemon's list, before the daemon went away.
  private var before: [JSONValue] = []

  private init(_ program: String, daemonComesLater: Bool) throws {
    folder = try TemporaryDirectory()
    others = daemonComesLater ? nil : try Others(in: folder)
    self.program = try RunningProgram(program, socket: folder.path(of: "socket"))
  }

  /// Plays a row.
  ///
  /// - Returns: What was said to each act, as it stands in the row.
  static func play(_ row: ShapeTable.Row, _ acts: [String]) throws -> [String] {
    let stage = try ShapeStage(row.program, daemonComesLater: acts.contains("daemon comes"))
    if acts.first != "configure" { try stage.configure() }
    var found: [String] = []
    for (act, cell) in zip(acts, row.cells) {
      do {
        found.append(try stage.perform(act, expecting: cell))
      } catch {
        return found + ["\(stage.program.said.dropFirst(stage.heard)), \(error)"]
      }
    }
    let rest = try stage.program.end().dropFirst(stage.heard)
    return rest.isEmpty ? found : found + ["at the end: \(rest.joined(separator: "; "))"]
  }

  /// As every program does at its launch.
  private func configure() throws {
    try program.send("configure")
    try program.hears(beginning: "set to ")
    heard = program.said.count
  }

  private func perform(_ act: String, expecting cell: String) throws -> String {
    switch act {
    case "active as": return try listed().map { words($0, "category", "mode") }.joined()
    case "gain": return try listed().map { words($0, "state", "gain") }.joined()
    case "as before": return try listed() == before ? "yes" : "\(try listed()), not \(before)"
    // So many calls did the last command make, each of which may hold the thread for a second.
    case "calls":
      let isShort = Int(cell).map { duration < .seconds($0 + 1) } ?? false
      return isShort ? cell : "\(duration)"
    default: break
    }
    for act in act.components(separatedBy: ", ") { try perform(act) }
    let start = ContinuousClock.now
    for line in cell.components(separatedBy: "; ") where !line.isEmpty { try program.hears(line) }
    duration = start.duration(to: .now)
    defer { heard = program.said.count }
    return program.said[heard...].joined(separator: "; ")
  }

  private func perform(_ act: String) throws {
    switch act {
    case "configure", "start", "pause", "stop": try program.send(act)
    case "call": other = try others?.call()
    case "prompt": other = try others?.prompt()
    case "alarm":
      other = try others?.begin(["name": "alarm", "category": "playback", "priority": "alarm"])
    case "hang up", "it ends": if let other { try others?.hangUp(other) }
    case "headphones": try others?.play(to: "Headphones")
    case "speaker": try others?.play(to: "Speaker")
    case "daemon comes": others = try Others(in: folder)
    case "daemon hangs":
      before = try listed()
      others?.daemon.process.send(SIGSTOP)
    case "it goes on": others?.daemon.process.send(SIGCONT)
    case "daemon restarts":
      before = try listed()
      try others?.daemon.restart()
    case "meanwhile": break
    default: throw ProcessFault("\(act): nothing that can happen")
    }
  }

  /// The program in the daemon's list, by what doesn't change with the daemon.
  private func listed() throws -> [JSONValue] {
    let members = [
      "state", "category", "mode", "options", "routeSharingPolicy", "preferences", "gain",
    ]
    let list = try others?.daemon.connect().granted("session.list")["sessions"]?.array ?? []
    return list.filter { $0["name"] == "avfaudio-programs" }.map { session in
      .object(members.map { .init($0, session[$0] ?? .null) })
    }
  }

  /// Some of its members, if it is active.
  private func words(_ session: JSONValue, _ members: String...) -> String {
    guard session["state"] == "active" else { return session["state"]?.text ?? "?" }
    return members.map { session[$0]?.string ?? session[$0]?.text ?? "?" }.joined(separator: " ")
  }
}
