package import AudioSessionWire

/// The daemon's explanation, with times added by the reader's clock.
extension JSONValue {
  /// A sentence for each cause, with the time since which it applies.
  package func explanationLines(_ clock: Clock) -> [String] {
    let sentences = (self["text"]?.array ?? []).compactMap { $0.string?.printable }
    let causes = self["because"]?.array ?? []
    return sentences.enumerated().map { index, sentence in
      guard index < causes.count, let since = causes[index]["since"]?.string,
        let moment = Clock.moment(since)
      else { return sentence }
      let plain = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
      return "\(plain), \(clock.since(moment))."
    }
  }

  /// True if the explanation has a cause.
  package var hasCauses: Bool { !(self["because"]?.array ?? []).isEmpty }
}

/// The text that `explain` prints.
package enum ExplainReport {
  package static func lines(
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
