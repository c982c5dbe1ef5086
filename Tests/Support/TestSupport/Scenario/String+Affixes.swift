extension StringProtocol {
  /// What follows `prefix`, nil if the text doesn't begin with it.
  func without(prefix: String) -> SubSequence? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  /// What precedes `suffix`, nil if the text doesn't end with it.
  func without(suffix: String) -> SubSequence? {
    hasSuffix(suffix) ? dropLast(suffix.count) : nil
  }
}
