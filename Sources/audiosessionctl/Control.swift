import AudioSessionClient
import AudioSessionWire
import Glibc

/// One run of the program, from its arguments to its exit status.
enum Control {
  static func run(_ line: [String]) -> CInt {
    do {
      let invocation = try Invocation(line)
      var output = Output(to: STDOUT_FILENO, presentation(invocation))
      try carryOut(invocation, &output)
      try output.flush()
      return 0
    } catch {
      if let message = error.message { complain(message) }
      return error.exitStatus
    }
  }

  private static func carryOut(_ invocation: Invocation, _ output: inout Output) throws(Failure) {
    if invocation.has("version") { return output.print("audiosessionctl \(version)") }
    guard let verb = invocation.verb, !invocation.has("help") else {
      return try Verb.printHelp(about: invocation.verb.map { [$0.name] } ?? [], to: &output)
    }
    switch verb.action {
    case .local(let action): try action(invocation, &output)
    case .remote(let action):
      let paths = invocation.value("socket").map { [$0] } ?? SocketPath.candidates()
      var daemon = try Daemon(at: paths, timeout: timeout(invocation))
      try action(invocation, &daemon, &output)
    }
  }

  private static func presentation(_ invocation: Invocation) -> Presentation {
    Presentation(
      colour: .suited(to: STDOUT_FILENO, environment: SocketPath.environment),
      clock: .system,
      hasLegend: !invocation.has("no-legend")
    )
  }

  private static func timeout(_ invocation: Invocation) -> Duration {
    .seconds(invocation.value("timeout").flatMap { Double($0) } ?? 10)
  }

  private static func complain(_ message: String) {
    let bytes = Array("audiosessionctl: \(message)\n".utf8)
    // If nobody hears the complaint there is nobody to complain to.
    _ = bytes.span.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
