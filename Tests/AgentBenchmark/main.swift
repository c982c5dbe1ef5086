import Foundation
import GraphTestSupport
import TestSupport

// Measurements of the agent, by hand:
//   audiosession-agent-benchmark peers [TURNS]      beside PulseAudio and WirePlumber
//   audiosession-agent-benchmark latency [TIMES]    from a decision to the command
//   audiosession-agent-benchmark soak [STREAMS]     what a day leaves behind
let arguments = CommandLine.arguments.dropFirst()
let number = arguments.dropFirst().first.flatMap { Int($0) }
switch arguments.first {
case "peers": try PeerTable.write(number ?? 8)
case "latency":
  let times = Milliseconds(try Latency().measure(number ?? 2000))
  func microseconds(_ part: Double) -> String {
    String(format: "%.0f µs", times.percentile(part) * 1000)
  }
  let parts = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("most", 1)]
  let listed = parts.map { "\($0.0) \(microseconds($0.1))" }.joined(separator: ", ")
  say("decision taken → command sent, one core, n \(times.sorted.count): \(listed)")
case "soak":
  let soak = try Soak()
  let before = try soak.result()
  for usage in try soak.run(number ?? 1000) { say(usage) }
  let after = try soak.result()
  say(after == before ? "as it was: \(after)" : "before: \(before)\nafter: \(after)")
default:
  say("usage: audiosession-agent-benchmark peers|latency|soak [NUMBER]")
  exit(1)
}

/// Prints a line at once, also into a pipe.
func say(_ line: some CustomStringConvertible) {
  print(line)
  fflush(nil)
}
