/// One end of a form in which values are kept or sent: a writer takes them, a reader makes them,
/// and a describer learns of what they consist.
///
/// Each function is given the value by a caller that writes, and nil by one that doesn't; it returns
/// what is read. So one description of a type serves all of them, and they can't disagree. Who writes
/// gets truth values, numbers and words back, and texts and lists empty: nothing is copied for a
/// value that nobody looks at.
@usableFromInline
package protocol Archive: ValueArchive, ~Copyable {
  /// A member of the object, left out if it is nil; those below are what types use.
  ///
  /// - Parameters:
  ///   - name: Its name, which needs no escapes.
  ///   - it: Its value.
  ///   - isRequired: It is never left out.
  ///   - shape: The values that it may have, if these aren't all of its type.
  ///   - meaning: A sentence for the interface's document.
  /// - Returns: The value, nil if there is none.
  /// - Throws: If what is read isn't such a value.
  mutating func pass<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) throws(Fault) -> Value?

  /// The same member of a table, which has its name and meaning.
  mutating func pass<Value: Described>(
    named name: String,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: @autoclosure () -> String
  ) throws(Fault) -> Value?

  /// What is there, as a fault quotes it.
  var found: MemberFault.Found { get }
  /// What is read isn't what was expected.
  func fault(_ expected: String) -> Fault
  /// A member is wrong, or misses.
  func fault(of member: String, _ expected: String, _ found: MemberFault.Found) -> Fault
}

/// The members of an object.
///
/// A recording's members are given without shape and meaning, since its format is described in
/// Protocol.md; those of the interface have at least a meaning.
extension Archive where Self: ~Copyable {
  /// A member that is always there.
  @inlinable @inline(__always)
  package mutating func member<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) throws(Fault) -> Value {
    let passed = try pass(name, it, isRequired: true, shape(), meaning)
    guard let passed else { throw missing("\(name)") }
    return passed
  }

  /// A member that is always there, of any value of its type.
  @inlinable @inline(__always)
  package mutating func member<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    _ meaning: StaticString = ""
  ) throws(Fault) -> Value {
    try member(name, it, nil, meaning)
  }

  /// A member that is left out if it is nil.
  @inlinable @inline(__always)
  package mutating func optional<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) throws(Fault) -> Value? {
    try pass(name, it, isRequired: false, shape(), meaning)
  }

  /// A member that is left out if it is nil, of any value of its type.
  @inlinable @inline(__always)
  package mutating func optional<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    _ meaning: StaticString = ""
  ) throws(Fault) -> Value? {
    try pass(name, it, isRequired: false, nil, meaning)
  }

  /// A member that is null where it has no value; one that misses counts as null.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - it: The value or null; nil if it isn't there yet.
  ///   - shape: The shape, without null.
  ///   - meaning: The meaning.
  /// - Returns: The value, nil for null.
  /// - Throws: If what is read isn't such a value.
  @inlinable @inline(__always)
  package mutating func nullable<Value: Described>(
    _ name: StaticString,
    _ it: Value??,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) throws(Fault) -> Value? {
    let given = it.map { Nullable(value: $0) }
    let passed = try pass(name, given, isRequired: true, shape().map { .nullable($0) }, meaning)
    return passed?.value
  }

  /// A member that is null where it has no value, of any value of its type.
  @inlinable @inline(__always)
  package mutating func nullable<Value: Described>(
    _ name: StaticString,
    _ it: Value??,
    _ meaning: StaticString = ""
  ) throws(Fault) -> Value? {
    try nullable(name, it, nil, meaning)
  }

  /// A member of a table that is always there.
  @inlinable
  package mutating func member<Value: Described>(
    named name: String,
    _ it: Value?,
    _ shape: @autoclosure () -> Shape? = nil,
    _ meaning: @autoclosure () -> String = ""
  ) throws(Fault) -> Value {
    let passed = try pass(named: name, it, isRequired: true, shape(), meaning())
    guard let passed else { throw missing(name) }
    return passed
  }

  /// A member of a table that is left out if it is nil.
  @inlinable
  package mutating func optional<Value: Described>(
    named name: String,
    _ it: Value?,
    _ shape: @autoclosure () -> Shape? = nil,
    _ meaning: @autoclosure () -> String = ""
  ) throws(Fault) -> Value? {
    try pass(named: name, it, isRequired: false, shape(), meaning())
  }

  @inlinable
  package mutating func listToCome() {}

  /// A member that is left out where it has its usual value.
  @inlinable
  package mutating func member<Value: Described & Equatable>(
    _ name: StaticString,
    _ it: Value?,
    usually usual: Value
  ) throws(Fault) -> Value {
    try pass(name, it == usual ? nil : it, isRequired: false, nil, "") ?? usual
  }

  /// A list that is left out if it is empty.
  @inlinable
  package mutating func list<Value: Described>(
    _ name: StaticString,
    _ it: [Value]?
  ) throws(Fault) -> [Value] {
    try pass(name, it?.isEmpty == true ? nil : it, isRequired: false, nil, "") ?? []
  }

  @usableFromInline @inline(never)
  package func missing(_ name: String) -> Fault { fault(of: name, "it", .nothing) }
}

/// A value or null, as the whole value of a member.
@usableFromInline
package struct Nullable<Value: Described>: Described {
  @usableFromInline
  package var value: Value?

  @inlinable
  package init(value: Value?) { self.value = value }

  @inlinable
  package static func passed<A: Archive & ~Copyable>(
    _ it: Nullable?,
    through archive: inout A
  ) throws(A.Fault) -> Nullable {
    Nullable(value: try archive.nullable(it.map { $0.value }))
  }
}

extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Sendable where Value: Sendable {}
