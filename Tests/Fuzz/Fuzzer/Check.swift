/// What has to hold; a fault ends the process, so that the fuzzer reports the input.
enum Checks {
  static func holds(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { fatalError(sentence()) }
  }

  /// Two texts are the same, byte by byte.
  static func equal(_ found: String, _ expected: String, _ what: @autoclosure () -> String) {
    guard !found.utf8.elementsEqual(expected.utf8) else { return }
    fatalError("\(what())\n  found    \(found)\n  expected \(expected)")
  }
}
