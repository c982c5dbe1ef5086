import AudioSessionWire

extension Verb {
  static let log = Verb(
    name: "log",
    options: [
      Option(
        name: "limit",
        letter: "n",
        value: .number("N", 1...1024),
        meaning: "The latest N, initially 20."
      ),
      Option(name: "since", value: .decision, meaning: "Only decisions after this number."),
      Option(name: "before", value: .decision, meaning: "Only decisions before this number."),
    ],
    summary: "Show the latest decisions, what they came of and what they rested on.",
    details: """
      Oldest first: time, number, what happened, and the rules; under it what became of each
      session. The daemon keeps the latest 1024 decisions.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let reply = try daemon.call(.serverLog, LogReport.parameters(invocation))
      if invocation.has("json") { return output.print(reply) }
      output.print(LogReport.lines(reply, output.presentation))
    }
  )
}

/// What `log` asks and prints.
enum LogReport {
  static func parameters(_ invocation: Invocation) -> JSONValue {
    let limit = invocation.number("limit") ?? 20
    var members = [JSONValue.Member("limit", .number("\(limit)"))]
    for name in ["since", "before"] {
      guard let number = invocation.number(name) else { continue }
      members.append(JSONValue.Member(name, .number("\(number)")))
    }
    return .object(members)
  }

  static func lines(_ reply: JSONValue, _ presentation: Presentation) -> [String] {
    let decisions = reply["decisions"]?.array ?? []
    if decisions.isEmpty { return presentation.hasLegend ? ["No decision is in the log."] : [] }
    var history = History()
    let lines = decisions.flatMap { decision in
      let moment = decision["at"]?.string.flatMap(Clock.moment)
      return DecisionReport(decision, at: moment).lines(&history, presentation)
    }
    guard presentation.hasLegend, reply.isTrue("more") else { return lines }
    let first = decisions.first?["seq"]?.text ?? "?"
    return ["Older ones: audiosessionctl log --before \(first)"] + lines
  }
}

extension Verb.Value {
  /// The number of a decision.
  fileprivate static let decision = Verb.Value.number("SEQ", 0...JSONDocument.largestInteger)
}
