import AudioSessionWire

/// A decision in words: its time, cause and rules, and the sessions that it changed.
struct DecisionReport {
  private let decision: JSONValue
  private let moment: Int64?

  /// Reports an entry of the log or a `server.decision`; `moment` is in microseconds since 1970.
  init(_ decision: JSONValue, at moment: Int64?) {
    self.decision = decision
    self.moment = moment
  }

  /// A line for the decision and one for each changed session; `history` is brought up to date.
  func lines(_ history: inout History, _ presentation: Presentation) -> [String] {
    let changes = decision["changes"]?.array ?? []
    let closed = Set(decision.numbers(in: "closed"))
    let before = history
    for session in changes { history.remember(session) }
    var lines = [heading(history, presentation)]
    for session in changes {
      guard let number = session.sessionNumber else { continue }
      let change = SessionChange(
        before: before[number],
        after: session,
        isClosed: closed.contains(number)
      )
      let words = change.words(history)
      if words.isEmpty { continue }
      let text = words.joined(separator: ", ")
      lines.append(
        "    \(session.sessionLabel): \(presentation.colour.paint(text, style(session)))"
      )
    }
    for number in closed { history.forget(number) }
    return lines + leftOut
  }

  private func heading(_ history: History, _ presentation: Presentation) -> String {
    let cause = decision["cause"] ?? [:]
    let text = cause.causeText(cause.sessionNumber.map(history.label))
    let isRefused = cause["error"] != nil
    let parts = [
      presentation.colour.paint(moment.map(presentation.clock.text) ?? "-", .faint),
      "#\(decision["seq"]?.text ?? "?")",
      presentation.colour.paint(text, isRefused ? .bad : .heading),
      presentation.colour.paint(sources, .faint),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private var sources: String {
    let text = decision.sourcesText
    return text.isEmpty ? "" : "[\(text)]"
  }

  private func style(_ session: JSONValue) -> Colour.Style? {
    decision.numbers(in: "closed").contains(session.sessionNumber ?? 0) ? nil : session.stateStyle
  }

  private var leftOut: [String] {
    guard let count = decision["changesLeftOut"]?.integer, count > 0 else { return [] }
    return ["    and \(count) more \(count == 1 ? "session" : "sessions")"]
  }
}
