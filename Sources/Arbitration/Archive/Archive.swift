/// A form in which values are stored, one end of it: a writer takes values, a reader makes them.
///
/// Each function is given the value by a caller that writes, and nil by one that reads; it returns
/// the value in both cases. So one description of a type serves both directions, and they can't
/// disagree.
package protocol Archive {
  /// A text as the whole value.
  mutating func text(_ value: String?) throws(ArchiveFault) -> String
  /// An integer, 0 or more, as the whole value.
  mutating func count(_ value: UInt64?) throws(ArchiveFault) -> UInt64
  mutating func truth(_ value: Bool?) throws(ArchiveFault) -> Bool
  mutating func number(_ value: Double?) throws(ArchiveFault) -> Double
  /// A list as the whole value.
  mutating func list<Value: Archived>(_ values: [Value]?) throws(ArchiveFault) -> [Value]
  /// A member of an object, left out if it is nil.
  mutating func optional<Value: Archived>(
    _ name: String,
    _ value: Value?
  ) throws(ArchiveFault) -> Value?
  /// The place that a fault is at.
  var place: String { get }
}

/// A value that can be stored, and read again as it was.
package protocol Archived {
  /// Passes the value through an archive.
  ///
  /// - Parameters:
  ///   - value: The value to write; nil: it is read.
  ///   - archive: The archive.
  /// - Returns: The same value, or the one that was read.
  /// - Throws: If what is read isn't such a value.
  static func passed(
    _ value: Self?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Self
}

/// Stored data that don't fit: the place, what was expected, and what was there.
package struct ArchiveFault: Error, Equatable {
  /// The names of the members that lead there, such as `event.session`; empty for the whole.
  package var place: String
  package var expected: String

  package init(place: String, expected: String) {
    self.place = place
    self.expected = expected
  }
}

extension Archive {
  /// A member that is always there.
  package mutating func member<Value: Archived>(
    _ name: String,
    _ value: Value?
  ) throws(ArchiveFault) -> Value {
    guard let passed = try optional(name, value) else { throw fault("the member \(name)") }
    return passed
  }

  /// A member that is left out where it has its usual value.
  package mutating func member<Value: Archived & Equatable>(
    _ name: String,
    _ value: Value?,
    usually usual: Value
  ) throws(ArchiveFault) -> Value {
    try optional(name, value == usual ? nil : value) ?? usual
  }

  /// A list that is left out if it is empty.
  package mutating func list<Value: Archived>(
    _ name: String,
    _ values: [Value]?
  ) throws(ArchiveFault) -> [Value] {
    let list = values.flatMap { $0.isEmpty ? nil : ArchivedList(values: $0) }
    return try optional(name, list)?.values ?? []
  }

  package func fault(_ expected: String) -> ArchiveFault {
    ArchiveFault(place: place, expected: expected)
  }
}

/// A list as the value of a member.
private struct ArchivedList<Value: Archived>: Archived {
  var values: [Value]

  static func passed(
    _ value: ArchivedList?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> ArchivedList {
    ArchivedList(values: try archive.list(value?.values))
  }
}
