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
  say("decision taken → command sent, one core; the floor passes bytes on, no more")
  for pause in [Duration.microseconds(500), .milliseconds(8)] {
    let result = try Latency().measure(number ?? 1000, pause: pause)
    for (name, times) in [("ours", Milliseconds(result.ours)), ("floor", .init(result.floor))] {
      say("one each \(pause): \(name), n \(times.sorted.count): \(times.percentiles)")
    }
  }
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
