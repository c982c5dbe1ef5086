import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport

/// A graph with a session bus and a microphone, where the rules are those that are shipped.
final class ProgramStage {
  /// The level of a tone's file that nobody touches.
  static let full = -12.04
  static let ducked = full - 13.98

  let graph: HeadlessGraph
  let daemon: TestDaemon
  let agent: TestAgent
  let recording: Recording

  init(_ configuration: DaemonConfiguration = ["DuckRamp": "50ms", "UnduckRamp": "50ms"]) throws {
    var layout = Layout.withBus
    layout.sources = ["microphone"]
    graph = try HeadlessGraph(layout)
    daemon = try TestDaemon(configuration)
    agent = try TestAgent(in: graph, of: daemon, Checkout.text("config/audiosession-agent.conf"))
    recording = try graph.record()
  }

  /// Has a sentence spoken that takes some seconds, so softly that only the music is measured.
  func speak() throws -> RunningProgram {
    let words = String(repeating: "turn left at the next crossing and then keep right, ", count: 10)
    return try graph.start("espeak-ng", ["-a", "1", words])
  }

  /// Waits until the music is so loud.
  @discardableResult
  func hearMusic(_ level: Double) throws -> Duration {
    try recording.hear(Pitch.music, in: level - 0.5...level + 0.5)
  }

  /// Has a call come to a player that plays, and waits until it is paused.
  ///
  /// - Returns: The call.
  /// - Throws: The player isn't paused.
  func pauseByCall() throws -> OwnSession {
    try agent.awaitAdopted()
    let call = try OwnSession.call(in: daemon)
    try call.activate()
    try hearSilence()
    try Condition.wait("Paused") { try status() == "Paused" }
    return call
  }

  /// The file in which the agent writes down the players that it has paused.
  var pausedPlayersFile: String { graph.folder.path(of: "run/audiosession/agent-players") }

  /// Waits for digital silence.
  func hearSilence() throws { try recording.hearSilence() }

  /// What a player says of itself by MPRIS.
  func status() throws -> String {
    try graph.run("playerctl", ["status"]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits until a player says that it plays: one that says so late would seem to be started by its
  /// user during the call that comes next.
  func awaitPlaying() throws {
    try Condition.wait("Playing") { try status() == "Playing" }
  }
}
