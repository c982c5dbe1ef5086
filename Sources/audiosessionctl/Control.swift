import AudioSessionSystem
import AudioSessionWire
import Glibc

/// One run of the program, from its arguments to its exit status.
enum Control {
  static func run(_ line: [String]) -> CInt {
    do {
      let invocation = try Invocation(line)
      var output = Output(to: STDOUT_FILENO, Presentation(invocation))
      try carryOut(invocation, &output)
      try output.flush()
      return 0
    } catch {
      if Invocation.wantsJSON(line), let json = error.json { tell(json) }
      if let message = error.message { StandardError.write("audiosessionctl: \(message)") }
      return error.exitStatus
    }
  }

  private static func carryOut(_ invocation: Invocation, _ output: inout Output) throws(Failure) {
    if invocation.has("version") { return output.print("audiosessionctl \(version)") }
    guard let verb = invocation.verb, !invocation.has("help") else {
      let words = invocation.verb.map { [$0.name] } ?? invocation.arguments
      return try Verb.printHelp(about: words, asJSON: invocation.has("json"), to: &output)
    }
    switch verb.action {
    case .local(let action): try action(invocation, &output)
    case .remote(let action):
      var daemon = try Daemon(at: try invocation.socketPaths(), timeout: timeout(invocation))
      try action(invocation, &daemon, &output)
    }
  }

  private static func timeout(_ invocation: Invocation) -> Duration {
    .seconds(invocation.value("timeout").flatMap { Double($0) } ?? 10)
  }

  /// Prints an error instead of the result, for programs.
  private static func tell(_ json: JSONValue) {
    var output = Output(to: STDOUT_FILENO, Presentation())
    output.printLine(json)
    // A failure to write wouldn't change the exit status, which is that of the error.
    try? output.flush()
  }
}
