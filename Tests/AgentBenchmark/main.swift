import Foundation
import GraphTestSupport
import TestSupport

let arbiters = [
  Arbiter(name: "PulseAudio module-role-ducking") {
    let module = "module-role-ducking trigger_roles=phone ducking_roles=music volume=-20dB"
    return try PulseAudioStage(module: module)
  },
  Arbiter(name: "PulseAudio module-role-cork") {
    try PulseAudioStage(module: "module-role-cork trigger_roles=phone cork_roles=music")
  },
  Arbiter(name: "WirePlumber role endpoints") { try RoleEndpointsStage() },
]

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8
let dash = "|---|---|---|---|---|---|"
print("| arbiter | phone heard → music −10 dB | phone gone → music −1 dB | depth | start | n |")
print(dash)
for arbiter in arbiters {
  let stage = try arbiter.stage()
  let music = try stage.playMusic()
  let recording = try stage.record()
  try recording.hear(Pitch.music, in: -13 ... -11)
  let turns = try (0..<count).map { try Turn(on: stage, recording, number: $0) }
  try music.kill()
  let down = Milliseconds(turns.map(\.down))
  let back = Milliseconds(turns.map(\.back))
  let start = Milliseconds(turns.map(\.start))
  let depth = String(format: "%.1f", turns.map(\.depth).sorted()[count / 2])
  print("| \(arbiter.name) | \(down) | \(back) | \(depth) dB | \(start) | \(count) |")
}

/// The middle one, the least and the most of some times.
struct Milliseconds: CustomStringConvertible {
  let sorted: [Double]

  init(_ durations: [Duration]) { sorted = durations.map { $0 / .milliseconds(1) }.sorted() }

  var description: String {
    func text(_ value: Double) -> String { String(format: "%.1f", value) }
    return "\(text(sorted[sorted.count / 2])) (\(text(sorted[0]))…\(text(sorted.last ?? 0))) ms"
  }
}
