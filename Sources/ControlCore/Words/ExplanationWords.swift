package import AudioSessionWire

/// The daemon's explanation, with times added by the reader's clock.
extension ExplanationResult {
  /// A sentence for each cause, with the time since which it applies.
  package func explanationLines(_ clock: Clock) -> [String] {
    let sentences = text.map { $0.printable }
    // A cause of a later version, which was passed over, leaves it open whose times the others are.
    guard because.count == sentences.count else { return sentences }
    return zip(sentences, because).map { sentence, cause in
      let plain = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
      return "\(plain), \(clock.since(cause.since.microseconds))."
    }
  }
}

extension Time {
  /// Since 1970.
  package var microseconds: Int64 { seconds * 1_000_000 + nanoseconds / 1000 }
}

/// The text that `explain` prints.
package enum ExplainReport {
  /// - Parameters:
  ///   - explanation: The daemon's explanation; nil if there is none.
  ///   - session: The session.
  ///   - presentation: The style.
  /// - Returns: The lines.
  package static func lines(
    _ explanation: ExplanationResult?,
    of session: SessionObject,
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
    let causes = explanation?.explanationLines(presentation.clock) ?? []
    return [heading] + (causes.isEmpty ? ["Nothing holds it back."] : causes)
  }
}
