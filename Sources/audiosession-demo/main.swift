import AudioSessionSystem
import Glibc

// The program: what the command line asks for, and the exit status.

/// The exit status.
private enum ExitStatus {
  static let success: CInt = 0
  static let failure: CInt = 1
  static let stopped: CInt = 130
}

/// Shows the story; whatever it starts has ended when this returns.
private func perform(_ sabotage: Invocation.Sabotage?) throws(Failure) -> CInt {
  let isTerminal = isatty(STDOUT_FILENO) == 1
  let timeline = Timeline(isTerminal: isTerminal)
  let performance = Performance(stage: try Stage(sabotage: sabotage))
  try timeline.showLegend()
  var steps = 0
  for (index, chapter) in Story.chapters.enumerated() {
    try timeline.show(index + 1, chapter)
    for step in chapter.steps {
      steps += 1
      do {
        try performance.perform(step)
      } catch .mismatch(let mismatch) {
        try timeline.show(mismatch, steps, step)
        return ExitStatus.failure
      }
      try timeline.show(step)
      try performance.stage.pause(milliseconds: isTerminal ? 180 : 0)
    }
  }
  try timeline.showEnd(steps: steps)
  return ExitStatus.success
}

/// Prints an error.
private func complain(_ message: String) { StandardError.write("audiosession-demo: \(message)") }

private func status(of body: () throws(Failure) -> CInt) -> CInt {
  do throws(Failure) {
    return try body()
  } catch {
    switch error {
    case .stopped: return ExitStatus.stopped
    case .unusable(let message): complain(message)
    case .mismatch(let mismatch): complain(mismatch.seen.joined(separator: "\n"))
    }
    return ExitStatus.failure
  }
}

switch Invocation(Array(CommandLine.arguments.dropFirst())) {
case .perform(let sabotage):
  exit(status { () throws(Failure) in try perform(sabotage) })
case .relay(let socketPath):
  exit(
    status { () throws(Failure) in
      try Relay.run(socketPath: socketPath)
      return ExitStatus.success
    }
  )
case .showHelp:
  exit(
    status { () throws(Failure) in
      try Output.write(Invocation.help)
      return ExitStatus.success
    }
  )
case .misuse(let message):
  complain(message)
  exit(ExitStatus.failure)
}
