/// One value of a document, or one key, in the flat list that reading makes of them.
///
/// An object's children are key, value, key, value; a child's own children lie between it and the
/// next one, so that a subtree is skipped in one step.
@usableFromInline
package struct JSONNode: Sendable, BitwiseCopyable {
  /// The value's kind; `integer` is a number written without fraction and exponent.
  @usableFromInline
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    case null, `false`, `true`, integer, number, string, array, object
  }

  @usableFromInline package let kind: Kind
  /// The string was written with escapes, and therefore lies behind the line in the bytes.
  @usableFromInline package let isEscaped: Bool
  @usableFromInline let lower: UInt32
  @usableFromInline var upper: UInt32
  @usableFromInline var following: UInt32
  @usableFromInline let place: UInt32
  /// Of a string, and so of a key.
  @usableFromInline package let signature: Signature

  @inlinable @inline(__always)
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

  /// The value's place in the document's bytes; a string's without its quotes.
  @inlinable
  package var bytes: Range<Int> { Int(lower)..<Int(upper) }
  /// The number of these bytes.
  @inlinable
  package var length: Int { Int(upper &- lower) }
  /// Two strings that only a comparison of all their bytes can tell apart.
  @inlinable @inline(__always)
  func mayEqual(_ other: JSONNode) -> Bool {
    signature == other.signature && length == other.length
  }

  /// The offset in the line at which the value begins.
  @inlinable
  package var position: Int { Int(place) }
  /// The node after this one and all that it contains; of a key, after the member.
  @inlinable
  package var next: Int { Int(following) }

  /// Ends a member, whose key this is.
  @inlinable
  mutating func endMember(next: Int) { following = UInt32(truncatingIfNeeded: next) }

  /// Ends an array or object.
  @inlinable
  mutating func close(at end: Int, next: Int) {
    upper = UInt32(truncatingIfNeeded: end)
    following = UInt32(truncatingIfNeeded: next)
  }
}
