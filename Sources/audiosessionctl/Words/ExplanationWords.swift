import AudioSessionWire

/// An explanation, as the daemon gives it, with what only the reader's clock can add.
extension JSONValue {
  /// A sentence for each cause, and since when it holds.
  func explanationLines(_ clock: Clock) -> [String] {
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

  /// Whether the explanation names a cause.
  var hasCauses: Bool { !(self["because"]?.array ?? []).isEmpty }
}
