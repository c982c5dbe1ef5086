// The standard library's search would link its regular expressions, which are half as large as the
// program, and which Embedded Swift lacks.
extension StringProtocol where SubSequence == Substring {
  /// What is before the first occurrence of a text, and what is behind it; nil if it doesn't occur.
  package func cut(at text: some StringProtocol) -> (before: Substring, behind: Substring)? {
    guard let start = indices.first(where: { self[$0...].hasPrefix(text) }) else { return nil }
    return (self[..<start], self[start...].dropFirst(text.count))
  }

  /// Whether a text occurs.
  package func has(_ text: some StringProtocol) -> Bool { cut(at: text) != nil }
}
