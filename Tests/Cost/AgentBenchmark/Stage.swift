import GraphTestSupport
import TestSupport

/// An arbiter that is measured, with what is played to it.
struct Arbiter {
  var name: String
  /// Starts it anew.
  var stage: () throws -> any Stage
}

/// A running arbiter: where music plays, a phone's stream comes and goes, and somebody listens.
protocol Stage: AnyObject {
  func record() throws -> Recording
  func playMusic() throws -> RunningProgram
  func playPhone() throws -> RunningProgram
}

/// An arbiter, or none, on PipeWire: its clients are PipeWire's own or PulseAudio's.
protocol PipeWireStage: Stage {
  var graph: HeadlessGraph { get }
  var usesPulse: Bool { get }
}

extension PipeWireStage {
  func record() throws -> Recording { try graph.record() }

  func playMusic() throws -> RunningProgram {
    if usesPulse { return try graph.playByPulse(Pitch.music, role: "music") }
    return try graph.play(Pitch.music, "music", ["media.role": "Music"]).program
  }

  func playPhone() throws -> RunningProgram {
    if usesPulse { return try graph.playByPulse(Pitch.speech, role: "phone") }
    return try graph.play(Pitch.speech, "phone", ["media.role": "Communication"]).program
  }
}

/// PipeWire alone, in which nobody lowers anything: what a stream's start takes by itself.
final class BareStage: PipeWireStage {
  let graph: HeadlessGraph
  let usesPulse: Bool

  /// - Parameter usesPulse: Whether the clients are PulseAudio's.
  /// - Throws: That something doesn't start.
  init(usesPulse: Bool) throws {
    graph = try HeadlessGraph()
    self.usesPulse = usesPulse
    _ = try graph.toneFile(Pitch.speech)
  }
}

/// PulseAudio's own server with one of its modules.
final class PulseAudioStage: Stage {
  private let graph: HeadlessGraph
  private let programs: [RunningProgram]

  init(module: String) throws {
    var layout = Layout()
    layout.parts = []
    graph = try HeadlessGraph(layout)
    let socket = graph.folder.path(of: "run/pulse/native")
    let modules = [
      "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
      "module-null-sink sink_name=speaker rate=48000 channels=2", module,
    ]
    let options = [
      "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
      "--realtime=no", "--high-priority=no",
    ]
    let server = try graph.start("pulseaudio", options + modules.flatMap { ["-L", $0] })
    let graph = self.graph
    try Condition.wait("PulseAudio: \(server.said)") {
      ((try? graph.run("pactl", ["list", "short", "sinks"])) ?? "").contains("speaker")
    }
    // An idle null sink renders two seconds ahead, which a new stream would have to wait out.
    let listener = try graph.start("parec", ["-d", "speaker.monitor", "--latency-msec=5"])
    programs = [server, listener]
    // Made before anything is measured.
    _ = try graph.toneFile(Pitch.speech)
    Moment.pass(.milliseconds(2500))
  }

  func record() throws -> Recording { try graph.recordByPulse("speaker.monitor") }

  func playMusic() throws -> RunningProgram { try graph.playByPulse(Pitch.music, role: "music") }

  func playPhone() throws -> RunningProgram { try graph.playByPulse(Pitch.speech, role: "phone") }
}

/// WirePlumber's role endpoints, where communication ducks multimedia to a tenth.
final class RoleEndpointsStage: Stage {
  private let graph: HeadlessGraph

  init() throws { graph = try HeadlessGraph(.withRoleSinks) }

  /// It has no place for a stream that captures, and would link no stream any more: the recorder
  /// passes for a sink, and is linked by hand.
  func record() throws -> Recording {
    try graph.record(linkedByHand: true, ["media.class": "Audio/Sink", "priority.session": "1"])
  }

  func playMusic() throws -> RunningProgram {
    try graph.play(Pitch.music, "music", ["media.role": "Music"]).program
  }

  func playPhone() throws -> RunningProgram {
    try graph.play(Pitch.speech, "phone", ["media.role": "Communication"]).program
  }
}
