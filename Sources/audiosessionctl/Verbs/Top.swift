import AudioSessionClient
import ControlCore
import ControlTop

extension Verb {
  static let top = Verb(
    name: "top",
    summary: "Show all sessions on the full screen, as they change.",
    details: """
      Sessions are grouped by zone, with their state, gain, and the reason for it: who interrupts
      or lowers whom, by which rule, and for how long. Below are the latest decisions. The arrow
      keys select a session, e explains it, x evicts it, / filters, s sorts, ? lists all keys and
      q quits. If the daemon ends, the program waits for it to return. With --json, or if standard
      output isn't a terminal, it is the same as `monitor`.
      """,
    action: .program { invocation, output throws(Failure) in
      let terminal = Terminal.found(environment: SocketPath.environment)
      guard !invocation.has("json"), let terminal else {
        return try Control.perform(.monitor, invocation, &output)
      }
      return try Loop.run(invocation, on: terminal, output.presentation.colour)
    }
  )
}
