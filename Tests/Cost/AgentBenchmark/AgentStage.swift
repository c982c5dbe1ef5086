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

  /// Daemon and agent, by their names among what was built or by absolute paths.
  struct Programs {
    var daemon = "audiosessiond"
    var agent = "audiosession-agent"
  }

  let graph: HeadlessGraph
  private let agent: TestAgent
  let usesPulse: Bool
  let phoneRole: String

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
    phoneRole = "Communication"
    _ = try graph.toneFile(Pitch.speech)
  }

  /// With the rules that the package installs, by which speech ducks and a call would interrupt.
  ///
  /// - Parameters:
  ///   - programs: What is started.
  ///   - configuration: The daemon's.
  ///   - layout: The graph's.
  /// - Throws: That something doesn't start.
  init(_ programs: Programs, _ configuration: DaemonConfiguration, _ layout: Layout) throws {
    graph = try HeadlessGraph(layout)
    agent = try TestAgent(
      in: graph,
      of: TestDaemon(configuration, program: programs.daemon),
      Checkout.text("config/audiosession-agent.conf"),
      path: programs.agent
    )
    usesPulse = false
    phoneRole = "Speech"
  }

  var processes: [MeasuredProcess] {
    get throws {
      [
        MeasuredProcess(name: "audiosessiond", pid: agent.daemon.process.pid, isArbiter: true),
        MeasuredProcess(name: "audiosession-agent", pid: agent.program.pid, isArbiter: true),
        MeasuredProcess(name: "its guard", pid: try agent.guardPID(), isArbiter: true),
      ] + servers(isArbiter: false)
    }
  }
}
