import Foundation
import WorldSimulation

// Lets worlds live in virtual time, and compares what happens with what the rules say:
// `audiosession-world OPERATIONS [--seed N]`. Each life has 2,000 operations and a seed of its own,
// the next number. Of the first that goes wrong it prints the operations that are needed for it, and
// writes a recording of them that `audiosessionctl replay` shows.

/// Prints a line at once.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Prints what went wrong, and what it takes.
private func report(_ life: Life, seed: UInt64) throws {
  say("seed \(seed) goes wrong; leaving out what isn't needed for it")
  let shrunk = life.shrunk()
  let fault = shrunk.run(comparingEvery: 1)
  for (place, operation) in shrunk.operations.enumerated() { say("\(place): \(operation)") }
  say(fault.map { "after \($0.place.map { "\($0)" } ?? "the end"), \($0.text)" } ?? "nothing")
  let path = "world-\(seed).jsonl"
  let lines = shrunk.recording().map { $0 + "\n" }.joined()
  try lines.write(toFile: path, atomically: true, encoding: .utf8)
  say("\(shrunk.operations.count) operations; a recording is in \(path)")
}

var arguments = Array(CommandLine.arguments.dropFirst())
var seed = UInt64(1)
if let place = arguments.firstIndex(of: "--seed"), place + 1 < arguments.count,
  let number = UInt64(arguments[place + 1])
{
  seed = number
  arguments.removeSubrange(place...place + 1)
}
guard arguments.count == 1, let count = Int(arguments[0]), count > 0 else {
  say("usage: audiosession-world OPERATIONS [--seed N]")
  exit(2)
}

let start = Date()
var done = 0
var next = seed
while done < count {
  let life = Life(seed: next, count: min(Life.length, count - done))
  if life.run(comparingEvery: 50) != nil {
    try report(life, seed: next)
    exit(1)
  }
  done += life.operations.count
  next += 1
  if next % 100 == 0 { say("\(done) operations") }
}
let seconds = Date().timeIntervalSince(start)
let rate = Int(Double(done) / seconds)
say(
  "\(done) operations in \(next - seed) worlds, seeds \(seed) to \(next - 1): no difference; "
    + "\(Int(seconds)) s, \(rate) operations/s"
)
