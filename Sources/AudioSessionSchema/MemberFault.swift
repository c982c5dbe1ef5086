/// A member whose value isn't as described: its place, what was expected, and what was there.
@usableFromInline
package struct MemberFault: Error, Equatable, Sendable {
  /// The value that was found instead of the expected one.
  @usableFromInline
  package enum Found: Equatable, Sendable {
    /// Nothing: the member is required.
    case nothing
    /// The name itself, which no member has.
    case unknownName
    /// A value, as the JSON text that was sent.
    case json(String)
    /// A value that is too long to quote, or has no text of its own.
    case words(String)
  }

  /// The name; inside others it is a path, `lease.ttlSeconds`; empty for the whole.
  package var place: String
  package let expected: String
  package let found: Found

  package init(_ place: String, expected: String, found: Found) {
    self.place = place
    self.expected = expected
    self.found = found
  }

  /// The fault as one of a value inside the member of this name.
  package func inside(_ name: String) -> MemberFault {
    let path = place.isEmpty ? name : place.hasPrefix("[") ? name + place : "\(name).\(place)"
    return MemberFault(path, expected: expected, found: found)
  }
}
