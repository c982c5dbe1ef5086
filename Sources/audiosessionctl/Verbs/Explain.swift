import AudioSessionWire

extension Verb {
  static let explain = Verb(
    name: "explain",
    argument: .one("ID"),
    summary: "Say why a session is interrupted, lowered, silenced or refused, and since when.",
    details: """
      First what the session is: its kind is the row and column of the table that decides about it.
      Then a sentence a cause: who does it, by which rule, and since when. A rule such as R28 stands
      in the manual; behind R59 stands the square of the table that `policy show` prints.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let number = try daemon.session(named: invocation.arguments[0])
      let explanation = try daemon.call(.policyExplain, ["session": number])
      if invocation.has("json") { return output.print(explanation) }
      let session = try daemon.call(.sessionGet, ["session": number])
      output.print(ExplainReport.lines(explanation, of: session, output.presentation))
    }
  )
}

/// What `explain` prints for people.
enum ExplainReport {
  static func lines(
    _ explanation: JSONValue,
    of session: JSONValue,
    _ presentation: Presentation
  ) -> [String] {
    let state = presentation.colour.paint(
      session.conditions.joined(separator: ", "),
      session.stateStyle
    )
    let words =
      [session.sessionLabel, session.useText] + session.kindText + session.applicationText
      + session.zoneText + session.leaseText
    let heading = "\(words.joined(separator: ", ")): \(state)."
    let causes = explanation.explanationLines(presentation.clock)
    return [heading] + (causes.isEmpty ? ["Nothing holds it back."] : causes)
  }
}
