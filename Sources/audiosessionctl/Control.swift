import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// One run of the program, from its arguments to its exit status.
enum Control {
  static func run(_ line: [String]) -> CInt {
    do {
      let invocation = try Invocation(line)
      var output = Output(to: STDOUT_FILENO, Presentation(invocation))
      let status = try carryOut(invocation, &output)
      if !invocation.has("no-pager") { output.page() }
      try output.flush()
      return status
    } catch {
      if Invocation.wantsJSON(line, of: Verb.all), let json = error.json { tell(json) }
      if let message = error.message { StandardError.write("audiosessionctl: \(message)") }
      return error.exitStatus
    }
  }

  /// Carries out the verb, and returns the exit status.
  private static func carryOut(
    _ invocation: Invocation,
    _ output: inout Output
  ) throws(Failure) -> CInt {
    if invocation.has("version") {
      output.print("audiosessionctl \(version)")
      return 0
    }
    guard let verb = invocation.verb, !invocation.has("help") else {
      let words = invocation.verb.map { [$0.name] } ?? invocation.arguments
      try Verb.printHelp(about: words, asJSON: invocation.has("json"), to: &output)
      return 0
    }
    return try perform(verb, invocation, &output)
  }

  /// Performs a verb with the options of a command line, and returns the exit status.
  static func perform(
    _ verb: Verb,
    _ invocation: Invocation,
    _ output: inout Output
  ) throws(Failure) -> CInt {
    switch verb.action {
    case .local(let action): try action(invocation, &output)
    case .remote(let action):
      var daemon = try Daemon(invocation)
      try action(invocation, &daemon, &output)
    case .program(let action): return try action(invocation, &output)
    }
    return 0
  }

  /// Prints an error instead of the result, for programs.
  private static func tell(_ json: JSONValue) {
    var output = Output(to: STDOUT_FILENO, Presentation(clock: .system))
    output.printLine(json)
    // A failure to write wouldn't change the exit status, which is that of the error.
    try? output.flush()
  }
}
