import AudioSessionWire

extension TimelineModel.Row {
  /// A decision in words, with the sessions before it and after it.
  init(_ decision: JSONValue, _ before: History, _ after: History, at moment: Int64, run: Int) {
    let cause = decision["cause"] ?? [:]
    let changed = (decision["changes"]?.array ?? []).compactMap(\.sessionNumber)
    let subject = [cause.sessionNumber].compactMap(\.self)
    let touched = changed + decision.numbers(in: "closed") + subject
    self.init(
      moment: moment,
      decision: decision.decisionNumber,
      what: cause.causeText(cause.sessionNumber.map(after.label)),
      effects: TimelineModel.Row.effects(of: decision, before, after),
      source: decision.sourcesText,
      isRefusal: cause["error"] != nil,
      sessions: Set(touched.map { TimelineModel.Key(run: run, number: $0) })
    )
  }

  private static func effects(
    of decision: JSONValue,
    _ before: History,
    _ after: History
  ) -> [String] {
    let closed = Set(decision.numbers(in: "closed"))
    let effects = (decision["changes"]?.array ?? []).compactMap { session -> String? in
      guard let number = session.sessionNumber else { return nil }
      let isClosed = closed.contains(number)
      let change = SessionChange(before: before[number], after: session, isClosed: isClosed)
      let words = change.words(after)
      return words.isEmpty ? nil : "\(session.sessionLabel): \(words.joined(separator: ", "))"
    }
    guard let count = decision["changesLeftOut"]?.integer, count > 0 else { return effects }
    return effects + ["and \(counted(count, "more session"))"]
  }
}
