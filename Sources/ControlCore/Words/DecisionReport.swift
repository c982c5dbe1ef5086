import AudioSessionSchema
import AudioSessionTypes
package import AudioSessionWire

/// A decision in words: its time, cause and rules, and the sessions that it changed.
package struct DecisionReport {
  private let entry: LogEntry
  private let moment: Int64?

  private var decision: DecisionObject { entry.decision }

  /// Reports a decision; `moment` is in microseconds since 1970.
  package init(_ entry: LogEntry, at moment: Int64?) {
    self.entry = entry
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
    for session in decision.changes { history.remember(session) }
    var lines = [heading(history, clock)]
    for (session, words) in decision.effects(before, history) {
      let style = decision.closed.contains(session.session) ? nil : session.stateStyle
      lines.append([.init("    \(session.sessionLabel): "), .init(words, style)])
    }
    for number in decision.closed { history.forget(number) }
    if let leftOut = entry.effectsLeftOut { lines.append([.init("    \(leftOut)")]) }
    return lines
  }

  private func heading(_ history: History, _ clock: Clock) -> [Table.Cell] {
    let cause = decision.cause
    let text = cause.causeText(cause.session.map(history.label))
    let sources = decision.sourcesText
    let pieces: [Table.Cell] = [
      .init(moment.map(clock.text) ?? "-", .faint), .init("#\(entry.seq)"),
      .init(text, cause.error == nil ? .heading : .bad),
      .init(sources.isEmpty ? "" : "[\(sources)]", .faint),
    ]
    let shown = pieces.filter { !$0.text.isEmpty }
    return shown.dropFirst().reduce(Array(shown.prefix(1))) { $0 + ["  ", $1] }
  }
}

extension DecisionObject {
  /// Its time in microseconds since 1970; nil if its daemon was too old to tell it.
  package var moment: Int64? { at == .unknown ? nil : at.microseconds }

  /// Its rules, and with R59 the cells of the pair table.
  package var sourcesText: String { rules.text(with: cells) }

  /// The sessions that it was caused by, changed or closed.
  package var touchedSessions: [UInt64] {
    changes.map { $0.session } + closed + [cause.session].compactMap { $0 }
  }

  /// What it changed, in words.
  ///
  /// - Parameters:
  ///   - before: The sessions before the decision.
  ///   - after: The sessions after it, with those that it closed.
  /// - Returns: The sessions of which there is something to say, with what there is.
  package func effects(
    _ before: History,
    _ after: History
  ) -> [(session: SessionObject, words: String)] {
    let closed = Set(closed)
    return changes.compactMap { session in
      let isClosed = closed.contains(session.session)
      let before = before[session.session]
      let change = SessionChange(before: before, after: session, isClosed: isClosed)
      let words = change.words(after)
      return words.isEmpty ? nil : (session, words.joined(separator: ", "))
    }
  }
}

extension LogEntry {
  /// How many more sessions the decision changed than it names; nil if it names them all.
  package var effectsLeftOut: String? {
    changesLeftOut > 0 ? "and \(counted(Int64(changesLeftOut), "more session"))" : nil
  }
}
