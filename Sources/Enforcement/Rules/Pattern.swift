/// A text in which `*` stands for any characters, also none, and `?` for one; capitals don't count.
package struct Pattern: Equatable, Sendable {
  /// As it was written.
  package let text: String
  private let folded: [Character]

  package init(_ text: String) {
    self.text = text
    folded = Array(text.lowercased())
  }

  /// Whether the whole of `other` is such a text.
  package func fits(_ other: String) -> Bool { fits(Array(other.lowercased())) }

  /// At a mismatch the latest `*` takes one character more: no text takes longer than the product
  /// of both lengths.
  private func fits(_ other: [Character]) -> Bool {
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
