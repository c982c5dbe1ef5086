import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport

/// A bus, a daemon, and programs that show themselves on the one and have a session with the other.
final class PlayerStage {
  let bus: PrivateBus
  let daemon: TestDaemon

  /// Whether there is all that it takes.
  static let isAvailable =
    PrivateBus.isAvailable
    && ["playerctl", "dbus-send", "gdbus"].allSatisfy { (try? Spawn.path(of: $0)) != nil }
  /// Why a test is skipped without it.
  static let reason = "needs the trait PipeWire or Players, dbus-daemon and playerctl"

  init() throws {
    bus = try PrivateBus()
    var configuration = DaemonConfiguration()
    configuration.grants["phoneCall"] = .init(users: [getuid()])
    daemon = try TestDaemon(configuration)
  }

  /// Starts a program, and waits until it is ready.
  func start(_ arguments: String...) throws -> Player {
    let program = try bus.start(
      "mediaplayer-program",
      arguments,
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath],
      readsLines: true
    )
    _ = try program.nextLine("ready")
    return Player(program)
  }

  /// Runs playerctl to its end: what it wrote, or that and its status if it failed.
  @discardableResult
  func playerctl(_ arguments: String..., of name: String = Player.name) throws -> String {
    let program = try bus.start("playerctl", ["--player", name] + arguments)
    return try finish(program)
  }

  /// Sends a call by dbus-send: what it wrote.
  func call(_ member: String, _ arguments: String...) throws -> String {
    let program = try bus.start(
      "dbus-send",
      [
        "--session", "--print-reply", "--dest=org.mpris.MediaPlayer2.\(Player.name)",
        "/org/mpris/MediaPlayer2", member,
      ] + arguments
    )
    return try finish(program)
  }

  private func finish(_ program: RunningProgram) throws -> String {
    let status = try program.wait()
    let said = program.said.trimmingCharacters(in: .whitespacesAndNewlines)
    return status == 0 ? said : "\(said), status \(status)"
  }

  /// Waits until playerctl sees exactly these players.
  func await(_ names: String...) throws {
    var seen: [String] = []
    do {
      try Condition.wait("players") {
        let program = try bus.start("playerctl", ["--list-all"])
        // It asks the system's bus as well, which is the same.
        seen = try Set(finish(program).split(separator: "\n").map(String.init)).sorted()
        if seen == ["No players found"] { seen = [] }
        return seen == names.sorted()
      }
    } catch {
      throw ProcessFault("expected the players \(names), saw \(seen)")
    }
  }

  /// Waits until playerctl says this.
  func await(_ line: String, of arguments: String..., name: String = Player.name) throws {
    var said = ""
    do {
      try Condition.wait("playerctl") {
        let program = try bus.start("playerctl", ["--player", name] + arguments)
        said = try finish(program)
        return said == line
      }
    } catch {
      throw ProcessFault("expected \(line), playerctl said \(said)")
    }
  }
}

/// A program that is operated over the bus.
final class Player {
  static let name = "mediaplayer-program"

  private let program: RunningProgram
  var pid: Int32 { program.pid }

  init(_ program: RunningProgram) { self.program = program }

  /// Has it do something, and waits until it has: what it said meanwhile.
  @discardableResult
  func does(_ command: String) throws -> [String] {
    try program.send(command)
    var said: [String] = []
    while true {
      let line = try program.nextLine()
      if line == "done" { return said }
      said.append(line)
      if line.hasPrefix("refused") || line.hasPrefix("descriptors") { return said }
    }
  }

  /// Has it begin something that takes a while.
  func begins(_ command: String) throws { try program.send(command) }

  /// The next line that it says.
  func says() throws -> String { try program.nextLine() }
}
