/// The name of a house, a machine or a shared device: one level of a topic.
///
/// It has 1 to 32 bytes: letters and digits of ASCII, `-`, `_` and `.`. So it needs no escape anywhere,
/// and nothing in it can be mistaken for a wildcard.
package struct HouseName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let text: String

  /// Its greatest length in bytes: with two of them, the name of a lease is short enough.
  private static let longest = 32

  /// - Returns: Nil if the text isn't such a name.
  package init?(_ text: some StringProtocol) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isName, (1...HouseName.longest).contains(text.utf8.count) else { return nil }
    self.text = String(text)
  }

  /// What ``init(_:)`` accepts, to follow the word "expected".
  package static let expected = "a name of 1 to \(longest) letters, digits, -, _ and ."

  package var description: String { text }

  package static func < (one: HouseName, other: HouseName) -> Bool { one.text < other.text }
}
