package import AudioSessionWire

/// A decision in words: its time, cause and rules, and the sessions that it changed.
package struct DecisionReport {
  private let decision: JSONValue
  private let moment: Int64?

  /// Reports an entry of the log or a `server.decision`; `moment` is in microseconds since 1970.
  package init(_ decision: JSONValue, at moment: Int64?) {
    self.decision = decision
    self.moment = moment
  }

  /// A line for the decision and one for each changed session; `history` is brought up to date.
  package func lines(_ history: inout History, _ presentation: Presentation) -> [String] {
    pieces(&history, presentation.clock).map { line in
      line.map { presentation.colour.paint($0.text, $0.style) }.joined()
    }
  }

  /// The same lines as pieces of text with their styles.
  package func pieces(_ history: inout History, _ clock: Clock) -> [[Table.Cell]] {
    let before = history
    for session in decision["changes"]?.array ?? [] { history.remember(session) }
    var lines = [heading(history, clock)]
    for (session, words) in decision.effects(before, history) {
      lines.append([.init("    \(session.sessionLabel): "), .init(words, style(session))])
    }
    for number in decision.numbers(in: "closed") { history.forget(number) }
    if let leftOut = decision.effectsLeftOut { lines.append([.init("    \(leftOut)")]) }
    return lines
  }

  private func heading(_ history: History, _ clock: Clock) -> [Table.Cell] {
    let cause = decision["cause"] ?? [:]
    let text = cause.causeText(cause.sessionNumber.map(history.label))
    let isRefused = cause["error"] != nil
    let pieces: [Table.Cell] = [
      .init(moment.map(clock.text) ?? "-", .faint), .init("#\(decision.numeral(of: "seq") ?? "?")"),
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
}

extension JSONValue {
  /// The time of a decision, in microseconds since 1970; nil if its daemon was too old to tell it.
  package var moment: Int64? { self["at"]?.string.flatMap(Clock.moment) }

  /// The sessions that a decision was caused by, changed or closed.
  package var touchedSessions: [Int64] {
    (self["changes"]?.array ?? []).compactMap(\.sessionNumber) + numbers(in: "closed")
      + [self["cause"]?.sessionNumber].compactMap(\.self)
  }

  /// What a decision changed, in words.
  ///
  /// - Parameters:
  ///   - before: The sessions before the decision.
  ///   - after: The sessions after it, with those that it closed.
  /// - Returns: The sessions of which there is something to say, with what there is.
  package func effects(_ before: History, _ after: History) -> [(session: JSONValue, words: String)]
  {
    let closed = Set(numbers(in: "closed"))
    return (self["changes"]?.array ?? []).compactMap { session in
      guard let number = session.sessionNumber else { return nil }
      let isClosed = closed.contains(number)
      let change = SessionChange(before: before[number], after: session, isClosed: isClosed)
      let words = change.words(after)
      return words.isEmpty ? nil : (session, words.joined(separator: ", "))
    }
  }

  /// How many more sessions a decision changed than it names; nil if it names them all.
  package var effectsLeftOut: String? {
    guard let count = self["changesLeftOut"]?.integer, count > 0 else { return nil }
    return "and \(counted(count, "more session"))"
  }
}
