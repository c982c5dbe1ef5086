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
    pieces(&history, presentation.clock).map { line in
      line.map { presentation.colour.paint($0.text, $0.style) }.joined()
    }
  }

  /// The same lines as pieces of text with their styles.
  func pieces(_ history: inout History, _ clock: Clock) -> [[Table.Cell]] {
    let changes = decision["changes"]?.array ?? []
    let closed = Set(decision.numbers(in: "closed"))
    let before = history
    for session in changes { history.remember(session) }
    var lines = [heading(history, clock)]
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
      lines.append([.init("    \(session.sessionLabel): "), .init(text, style(session))])
    }
    for number in closed { history.forget(number) }
    return lines + leftOut
  }

  private func heading(_ history: History, _ clock: Clock) -> [Table.Cell] {
    let cause = decision["cause"] ?? [:]
    let text = cause.causeText(cause.sessionNumber.map(history.label))
    let isRefused = cause["error"] != nil
    let pieces: [Table.Cell] = [
      .init(moment.map(clock.text) ?? "-", .faint), .init("#\(decision["seq"]?.text ?? "?")"),
      .init(text, isRefused ? .bad : .heading), .init(sources, .faint),
    ]
    let shown = pieces.filter { !$0.text.isEmpty }
    return shown.dropFirst().reduce(Array(shown.prefix(1))) { $0 + ["  ", $1] }
  }

  private var sources: String {
    let text = decision.sourcesText
    return text.isEmpty ? "" : "[\(text)]"
  }

  private func style(_ session: JSONValue) -> Colour.Style? {
    decision.numbers(in: "closed").contains(session.sessionNumber ?? 0) ? nil : session.stateStyle
  }

  private var leftOut: [[Table.Cell]] {
    guard let count = decision["changesLeftOut"]?.integer, count > 0 else { return [] }
    return [["    and \(count) more \(count == 1 ? "session" : "sessions")"]]
  }
}

extension JSONValue {
  /// The time of a decision, in microseconds since 1970; nil if its daemon was too old to tell it.
  var moment: Int64? { self["at"]?.string.flatMap(Clock.moment) }
}
