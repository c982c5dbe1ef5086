import Foundation
import StateSearch
import TestSupport

// Tries every state of the core, or a seeded part of them, against the reference and the invariants.

/// Prints a line at once: a world may take hours.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

private func complain(_ line: String) {
  FileHandle.standardError.write(Data("audiosession-states: \(line)\n".utf8))
}

/// Writes a counterexample and says where it is.
private func report(_ text: String, of world: World, _ options: Options) throws {
  let folder = URL(filePath: options.output)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let file = folder.appending(path: "\(world.name).scenario")
  try Data(text.utf8).write(to: file)
  complain("a counterexample is in \(file.path):\n\(text)")
}

/// Reports the edge at which the core ends the program.
///
/// Only the thread that searches writes it, and a trap is handled by the thread that traps.
nonisolated(unsafe) private var reportTrap: () throws -> Void = {}

/// Reports a trap in the core before it ends the program.
private func watchTraps() {
  for number in [SIGILL, SIGTRAP] {
    signal(number) { number in
      signal(number, SIG_DFL)
      do { try reportTrap() } catch { complain("\(error)") }
      // The instruction is tried once more, and ends the program.
    }
  }
}

/// Searches a world, prints its figures and writes what was found.
///
/// - Returns: What was found.
private func search(_ world: World, _ options: Options) throws -> Search.Result {
  let start = ContinuousClock.now
  var search = Search(of: world, options.limits(from: start))
  let trail = search.trail
  reportTrap = { try report(trail.scenarioOfTrap(), of: world, options) }
  let result = try search.run()
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  let extent =
    result.isExhausted
    ? "every state, \(result.depth) events deep"
    : "a part, \(result.depth) events deep, seed \(options.seed)"
  let figures = String(
    format: "%9d states %10d edges %8.1f s",
    result.states,
    result.edges,
    seconds
  )
  say(world.name.padding(toLength: 13, withPad: " ", startingAt: 0) + figures + "  \(extent)")
  if let text = result.counterexample { try report(text, of: world, options) }
  return result
}

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.isHelp {
    say(Options.usage)
    exit(0)
  }
  if options.isList {
    for world in World.all {
      say(world.name.padding(toLength: 13, withPad: " ", startingAt: 0) + world.meaning)
    }
    exit(0)
  }
  watchTraps()
  let start = ContinuousClock.now
  let results = try options.worlds.map { try search($0, options) }
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  let faults = results.count { $0.counterexample != nil }
  say(
    String(
      format: "%d worlds, %d of them whole, %d states, %d edges, %.0f s, seed %d: %d faults",
      results.count,
      results.count { $0.isExhausted },
      results.map(\.states).reduce(0, +),
      results.map(\.edges).reduce(0, +),
      seconds,
      options.seed,
      faults
    )
  )
  exit(faults == 0 ? 0 : 1)
} catch {
  complain("\(error)\(error is OptionError ? "\n\n\(Options.usage)" : "")")
  exit(1)
}
