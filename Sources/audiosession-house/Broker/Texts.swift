/// Passes texts to C, which may keep none of them.
///
/// - Parameters:
///   - texts: The texts; nil becomes a null pointer.
///   - body: Is given a pointer for each.
/// - Returns: What `body` returns.
func withTexts<Result>(
  _ texts: [String?],
  _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  func pass(_ place: Int, _ pointers: [UnsafePointer<CChar>?]) -> Result {
    guard place < texts.count else { return body(pointers) }
    guard let text = texts[place] else { return pass(place + 1, pointers + [nil]) }
    return text.withCString { pass(place + 1, pointers + [$0]) }
  }
  return pass(0, [])
}
