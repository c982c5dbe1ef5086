import GraphTestSupport
import TestSupport

/// The agent and its daemon: a phone ducks music to a tenth, as the others do.
final class AgentStage: PipeWireStage {
  static let rules = """
    [Agent]
    Fade=0

    [Rule phone]
    Direction=output
    MediaRole=Communication
    Category=playback
    Mode=voicePrompt
    Options=duckOthers
    Hold=silence

    [Rule music]
    Direction=output
    Category=playback
    Hold=pause

    """

  let graph: HeadlessGraph
  private let agent: TestAgent
  let usesPulse: Bool

  /// - Parameters:
  ///   - ramp: In the configuration's words.
  ///   - usesPulse: Whether the clients are PulseAudio's.
  ///   - holds: Whether the music is held rather than ducked.
  /// - Throws: That something doesn't start.
  init(ramp: String, usesPulse: Bool = false, holds: Bool = false) throws {
    graph = try HeadlessGraph()
    var settings = [("DuckGain", "0.1"), ("DuckRamp", ramp), ("UnduckRamp", ramp)]
    if holds { settings.append(("ducking.exclusive", "interrupt")) }
    let configuration = DaemonConfiguration(
      settings.map { PolicySetting(key: $0.0, value: $0.1) }
    )
    agent = try TestAgent(in: graph, of: TestDaemon(configuration), AgentStage.rules)
    self.usesPulse = usesPulse
    _ = try graph.toneFile(Pitch.speech)
  }
}
