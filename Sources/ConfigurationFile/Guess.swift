import AudioSessionWire

extension [String] {
  /// A guess at the intended one of these words, as the end of a sentence; empty if none is near.
  package func guess(at word: String) -> String {
    nearest(to: word).map { "; did you mean \($0)?" } ?? ""
  }
}
