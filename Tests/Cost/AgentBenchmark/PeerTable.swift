import Foundation
import GraphTestSupport
import TestSupport

/// The arbiters side by side, by one method, in one run.
enum PeerTable {
  private static var arbiters: [Arbiter] {
    [
      Arbiter(name: "PipeWire, no arbiter") { try BareStage(usesPulse: false) },
      Arbiter(name: "PipeWire, no arbiter, PulseAudio's clients") {
        try BareStage(usesPulse: true)
      },
      Arbiter(name: "PulseAudio module-role-ducking") {
        let module = "module-role-ducking trigger_roles=phone ducking_roles=music volume=-20dB"
        return try PulseAudioStage(module: module)
      },
      Arbiter(name: "PulseAudio module-role-cork") {
        try PulseAudioStage(module: "module-role-cork trigger_roles=phone cork_roles=music")
      },
      Arbiter(name: "WirePlumber role endpoints") { try RoleEndpointsStage() },
      Arbiter(name: "audiosession, ducked, no ramp") { try AgentStage(ramp: "0") },
      Arbiter(name: "audiosession, ducked, no ramp, PulseAudio's clients") {
        try AgentStage(ramp: "0", usesPulse: true)
      },
      Arbiter(name: "audiosession, held, no fade") { try AgentStage(ramp: "0", holds: true) },
      Arbiter(name: "audiosession, ducked, 300 ms ramp") { try AgentStage(ramp: "300ms") },
    ]
  }

  static func write(_ count: Int) throws {
    let titles = [
      "arbiter", "phone heard → music −10 dB", "phone gone → music −1 dB", "depth",
      "phone started → phone heard", "n",
    ]
    say("| " + titles.joined(separator: " | ") + " |")
    say(titles.map { _ in "|---" }.joined() + "|")
    for arbiter in arbiters {
      do {
        let cells = [arbiter.name] + (try measure(arbiter.stage(), count))
        say("| " + cells.joined(separator: " | ") + " |")
      } catch {
        say("| \(arbiter.name) | \(error) |")
      }
    }
  }

  private static func measure(_ stage: any Stage, _ count: Int) throws -> [String] {
    let music = try stage.playMusic(seconds: 60)
    let recording = try stage.record()
    try recording.hear(Pitch.music, in: -13 ... -11)
    let turns = try (0..<count).map { try Turn(on: stage, recording, number: $0) }
    try music.kill()
    let depth = turns.map(\.depth).sorted()[count / 2]
    return [
      "\(Milliseconds(turns.compactMap(\.down)))", "\(Milliseconds(turns.compactMap(\.back)))",
      String(format: "%.1f dB", depth), "\(Milliseconds(turns.map(\.start)))", "\(count)",
    ]
  }
}
