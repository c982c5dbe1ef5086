import GraphTestSupport
import TestSupport

/// An arbiter that is measured, with what is played to it.
struct Arbiter {
  var name: String
  /// Whether it lowers music, or is there to compare with.
  var ducks = true
  /// Starts it anew.
  var stage: () throws -> any Stage
}

/// A running arbiter: where music plays, a phone's stream comes and goes, and somebody listens.
protocol Stage: AnyObject {
  /// What runs beside the players, the arbiter first.
  var processes: [MeasuredProcess] { get throws }
  func record() throws -> Recording
  /// Plays for so many seconds at least.
  func playMusic(seconds: Int) throws -> RunningProgram
  func playPhone() throws -> RunningProgram
}

/// An arbiter, or none, on PipeWire: its clients are PipeWire's own or PulseAudio's.
protocol PipeWireStage: Stage {
  var graph: HeadlessGraph { get }
  var usesPulse: Bool { get }
  /// The role of what ducks, by PipeWire's name.
  var phoneRole: String { get }
}

extension PipeWireStage {
  var usesPulse: Bool { false }
  var phoneRole: String { "Communication" }
  var processes: [MeasuredProcess] { get throws { servers(isArbiter: false) } }

  /// The session manager and the sound server.
  ///
  /// - Parameter isArbiter: Whether the session manager ducks.
  /// - Returns: Both.
  func servers(isArbiter: Bool) -> [MeasuredProcess] {
    [HeadlessGraph.Part.wirePlumber, .pipeWire].compactMap { part in
      graph.parts[part].map {
        let isArbiter = isArbiter && part == .wirePlumber
        return MeasuredProcess(name: part.rawValue, pid: $0.pid, isArbiter: isArbiter)
      }
    }
  }

  func record() throws -> Recording { try graph.record() }

  func playMusic(seconds: Int) throws -> RunningProgram {
    if usesPulse { return try graph.playByPulse(Pitch.music, role: "music", seconds: seconds) }
    return try graph.play(Pitch.music, "music", ["media.role": "Music"]).program
  }

  func playPhone() throws -> RunningProgram {
    if usesPulse { return try graph.playByPulse(Pitch.speech, role: "phone") }
    return try graph.play(Pitch.speech, "phone", ["media.role": phoneRole]).program
  }
}

/// PipeWire alone, in which nobody lowers anything: what a stream's start takes by itself.
final class BareStage: PipeWireStage {
  let graph: HeadlessGraph
  let usesPulse: Bool

  /// - Parameters:
  ///   - usesPulse: Whether the clients are PulseAudio's.
  ///   - layout: The graph's.
  /// - Throws: That something doesn't start.
  init(usesPulse: Bool, _ layout: Layout = Layout()) throws {
    graph = try HeadlessGraph(layout)
    self.usesPulse = usesPulse
    _ = try graph.toneFile(Pitch.speech)
  }
}

/// PulseAudio's own server with one of its modules.
final class PulseAudioStage: Stage {
  private let graph: HeadlessGraph
  private let server: RunningProgram
  private let listener: RunningProgram?
  private let latency: Int

  /// - Parameters:
  ///   - module: What arbitrates, with its arguments; nil: nothing does.
  ///   - latency: How much its clients ask to be kept ahead, in milliseconds; nil: as little as can
  ///     be, for which somebody listens all the time.
  /// - Throws: That something doesn't start.
  init(module: String?, latency: Int? = nil) throws {
    var layout = Layout()
    layout.parts = []
    graph = try HeadlessGraph(layout)
    let socket = graph.folder.path(of: "run/pulse/native")
    let modules = [
      "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
      "module-null-sink sink_name=speaker rate=48000 channels=2",
    ]
    let options = [
      "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
      "--realtime=no", "--high-priority=no",
    ]
    let all = modules + (module.map { [$0] } ?? [])
    let server = try graph.start("pulseaudio", options + all.flatMap { ["-L", $0] })
    self.server = server
    let graph = self.graph
    try Condition.wait("PulseAudio: \(server.said)") {
      ((try? graph.run("pactl", ["list", "short", "sinks"])) ?? "").contains("speaker")
    }
    // An idle null sink renders two seconds ahead, which a new stream would have to wait out.
    let arguments = ["-d", "speaker.monitor", "--latency-msec=5"]
    listener = latency == nil ? try graph.start("parec", arguments) : nil
    self.latency = latency ?? 20
    // Made before anything is measured.
    _ = try graph.toneFile(Pitch.speech)
    Moment.pass(.milliseconds(2500))
  }

  var processes: [MeasuredProcess] {
    [MeasuredProcess(name: "pulseaudio", pid: server.pid, isArbiter: true)]
  }

  func record() throws -> Recording { try graph.recordByPulse("speaker.monitor") }

  func playMusic(seconds: Int) throws -> RunningProgram {
    try graph.playByPulse(Pitch.music, role: "music", seconds: seconds, latency: latency)
  }

  func playPhone() throws -> RunningProgram {
    try graph.playByPulse(Pitch.speech, role: "phone", latency: latency)
  }
}

/// WirePlumber's role endpoints, where communication ducks multimedia to a tenth.
final class RoleEndpointsStage: PipeWireStage {
  let graph: HeadlessGraph

  init(_ layout: Layout = .withRoleSinks) throws { graph = try HeadlessGraph(layout) }

  var processes: [MeasuredProcess] { servers(isArbiter: true) }

  /// It has no place for a stream that captures, and would link no stream any more: the recorder
  /// passes for a sink, and is linked by hand.
  func record() throws -> Recording {
    try graph.record(linkedByHand: true, ["media.class": "Audio/Sink", "priority.session": "1"])
  }
}
