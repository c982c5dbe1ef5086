import Foundation
import GraphTestSupport
import TestSupport

// Measurements of the agent, by hand.
do {
  if CommandLine.arguments.contains("--help") {
    say(Options.usage)
    exit(0)
  }
  let options = try Options(CommandLine.arguments.dropFirst())
  switch options.mode {
  case .peers: try PeerTable.write(options.number ?? 8)
  case .latency:
    say("decision taken → command sent, one core; the floor passes bytes on, no more")
    for pause in [Duration.microseconds(500), .milliseconds(8)] {
      let result = try Latency().measure(options.number ?? 1000, pause: pause)
      for (name, times) in [("ours", Milliseconds(result.ours)), ("floor", .init(result.floor))] {
        say("one each \(pause): \(name), n \(times.sorted.count): \(times.percentiles)")
      }
    }
  case .soak:
    let soak = try Soak()
    let before = try soak.result()
    for usage in try soak.run(options.number ?? 1000) { say(usage) }
    let after = try soak.result()
    say(after == before ? "as it was: \(after)" : "before: \(before)\nafter: \(after)")
  case .power: try Power(seconds: options.seconds, options.programs).write()
  case .start:
    let start = try PlayerStart()
    for preparation in PlayerStart.Preparation.allCases {
      let times = try start.measure(options.number ?? 20, preparation)
      say("\(preparation.rawValue), n \(times.count): \(Milliseconds(times))")
    }
  }
} catch {
  let usage = error is OptionError ? "\n\n\(Options.usage)" : ""
  FileHandle.standardError.write(Data("audiosession-agent-benchmark: \(error)\(usage)\n".utf8))
  exit(1)
}

/// Prints a line at once, also into a pipe.
func say(_ line: some CustomStringConvertible) {
  print(line)
  fflush(nil)
}
