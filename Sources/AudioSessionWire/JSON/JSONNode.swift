/// One value of a document, or one key, in the flat list that reading makes of them.
///
/// An object's children are key, value, key, value; a child's own children lie between it and the
/// next one, so that a subtree is skipped in one step.
package struct JSONNode: Sendable, BitwiseCopyable {
  /// What the value is; `integer` is a number that is written without fraction and exponent.
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    case null, `false`, `true`, integer, number, string, array, object
  }

  package let kind: Kind
  /// Whether the string was written with escapes, and so lies behind the line in the bytes.
  let isEscaped: Bool
  private let lower: UInt32
  private var upper: UInt32
  private var following: UInt32
  private let place: UInt32
  /// Of a string, and so of a key.
  let signature: Signature

  @inline(__always)
  init(
    _ kind: Kind,
    bytes: Range<Int>,
    at position: Int,
    next: Int,
    isEscaped: Bool = false,
    signature: Signature = Signature()
  ) {
    self.kind = kind
    self.signature = signature
    self.isEscaped = isEscaped
    lower = UInt32(truncatingIfNeeded: bytes.lowerBound)
    upper = UInt32(truncatingIfNeeded: bytes.upperBound)
    place = UInt32(truncatingIfNeeded: position)
    following = UInt32(truncatingIfNeeded: next)
  }

  /// Where the value stands in the document's bytes; of a string, what is between the quotes.
  package var bytes: Range<Int> { Int(lower)..<Int(upper) }
  /// How many bytes these are.
  var length: Int { Int(upper &- lower) }
  /// Whether two strings aren't told apart without looking at all their bytes.
  @inline(__always)
  func mayEqual(_ other: JSONNode) -> Bool {
    signature == other.signature && length == other.length
  }

  /// Where the value begins in the line.
  package var position: Int { Int(place) }
  /// The node after this one and all that it contains; of a key, after the member.
  package var next: Int { Int(following) }

  /// Ends a member, whose key this is.
  mutating func endMember(next: Int) { following = UInt32(truncatingIfNeeded: next) }

  /// Ends an array or object.
  mutating func close(at end: Int, next: Int) {
    upper = UInt32(truncatingIfNeeded: end)
    following = UInt32(truncatingIfNeeded: next)
  }
}
