/// A pattern in which `*` matches any characters and `?` matches one, regardless of case.
package struct Pattern: Equatable, Sendable {
  /// The pattern as written.
  package let text: String
  private let folded: [Character]

  package init(_ text: String) {
    self.text = text
    folded = Pattern.folded(text)
  }

  /// A text in the form in which patterns are matched against it.
  static func folded(_ text: String) -> [Character] { Array(text.lowercased()) }

  /// Whether all of `other` matches.
  package func fits(_ other: String) -> Bool { fits(folded: Pattern.folded(other)) }

  /// Whether all of a text matches, in its form by ``folded(_:)``.
  ///
  /// At a mismatch the last `*` takes one more character, so that the time is bounded by the
  /// product of both lengths.
  func fits(folded other: [Character]) -> Bool {
    var (here, there) = (0, 0)
    var star: (here: Int, there: Int)?
    while there < other.count {
      if here < folded.count, folded[here] == "*" {
        star = (here, there)
        here += 1
      } else if here < folded.count, folded[here] == "?" || folded[here] == other[there] {
        here += 1
        there += 1
      } else if let latest = star {
        star = (latest.here, latest.there + 1)
        here = latest.here + 1
        there = latest.there + 1
      } else {
        return false
      }
    }
    return folded[here...].allSatisfy { $0 == "*" }
  }
}
