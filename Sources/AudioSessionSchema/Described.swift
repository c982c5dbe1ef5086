/// A value of which one description says how it is written and read, and what it may be.
@usableFromInline
package protocol Described {
  /// Passes the value through an archive.
  ///
  /// - Parameters:
  ///   - it: The value to write; nil: it is read, or only described.
  ///   - archive: The archive.
  /// - Returns: The value that was read; ``Archive`` says what a writer gets.
  /// - Throws: If what is read isn't such a value.
  static func passed<A: Archive & ~Copyable>(
    _ it: Self?,
    through archive: inout A
  ) throws(A.Fault) -> Self
}

/// A value that is an object.
@usableFromInline
package protocol DescribedObject: Described {
  /// The name that the interface's document refers to it by; nil: its members stand where it is.
  static var component: String? { get }
  /// The object whose members a client assumes where none was sent that it knows; nil: it can't do
  /// without.
  static var unsent: Self? { get }

  /// Passes the members, in their order; as ``Described/passed(_:through:)``.
  static func members<A: Archive & ~Copyable>(
    _ it: Self?,
    of archive: inout A
  ) throws(A.Fault) -> Self
}

extension DescribedObject {
  @inlinable
  package static var component: String? { nil }
  @inlinable
  package static var unsent: Self? { nil }

  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: Self?,
    through archive: inout A
  ) throws(A.Fault) -> Self {
    try archive.object(it)
  }
}

/// An object without members.
@usableFromInline
package protocol EmptyObject: DescribedObject {
  init()
}

extension EmptyObject {
  @inlinable
  package static func members<A: Archive & ~Copyable>(
    _ it: Self?,
    of archive: inout A
  ) throws(A.Fault) -> Self {
    Self()
  }
}

/// A value that is one of the words of its type.
@usableFromInline
package protocol DescribedWord: Described, RawRepresentable<String>, CaseIterable {}

extension DescribedWord {
  @inlinable
  package static func passed<A: Archive & ~Copyable>(
    _ it: Self?,
    through archive: inout A
  ) throws(A.Fault) -> Self {
    guard let word = try archive.word(it) else { throw archive.fault(expectation) }
    return word
  }

  @inlinable
  package static var expectation: String {
    "one of \(allCases.map { $0.rawValue }.joined(separator: ", "))"
  }
}

/// One of the words of a type, or another, which a later version may have added to it.
@usableFromInline
package enum Word<Known: DescribedWord>: Described {
  case known(Known)
  // Indirect, so that what a daemon writes is copied as easily as the word alone.
  indirect case other(String)

  @inlinable
  package static func passed<A: Archive & ~Copyable>(
    _ it: Word?,
    through archive: inout A
  ) throws(A.Fault) -> Word {
    if case .other(let text)? = it { return .other(try archive.text(text)) }
    var given: Known?
    if case .known(let word)? = it { given = word }
    if let word = try archive.word(given) { return .known(word) }
    return .other(try archive.text(nil))
  }

  /// The word itself.
  package var text: String {
    switch self {
    case .known(let word): word.rawValue
    case .other(let text): text
    }
  }
}

extension Word: Equatable where Known: Equatable {}
extension Word: Sendable where Known: Sendable {}

/// A value that stands for a number, 0 or more, and for nothing else.
@usableFromInline
package protocol DescribedNumber: Described {
  var number: UInt64 { get }
  init(_ number: UInt64)
}

extension DescribedNumber {
  @inlinable
  package static func passed<A: Archive & ~Copyable>(
    _ it: Self?,
    through archive: inout A
  ) throws(A.Fault) -> Self {
    Self(try archive.count(it.map { $0.number }))
  }
}

extension String: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: String?,
    through archive: inout A
  ) throws(A.Fault) -> String {
    try archive.text(it)
  }
}

extension Bool: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: Bool?,
    through archive: inout A
  ) throws(A.Fault) -> Bool {
    try archive.bool(it)
  }
}

extension Double: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: Double?,
    through archive: inout A
  ) throws(A.Fault) -> Double {
    try archive.number(it)
  }
}

extension UInt64: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: UInt64?,
    through archive: inout A
  ) throws(A.Fault) -> UInt64 {
    try archive.count(it)
  }
}

extension Int64: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: Int64?,
    through archive: inout A
  ) throws(A.Fault) -> Int64 {
    try archive.integer(it)
  }
}

extension Int: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: Int?,
    through archive: inout A
  ) throws(A.Fault) -> Int {
    let number = try archive.count(it.map { UInt64($0) })
    guard let small = Int(exactly: number) else {
      throw archive.fault("an integer of 0 or more, below 2^63")
    }
    return small
  }
}

extension Int32: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: Int32?,
    through archive: inout A
  ) throws(A.Fault) -> Int32 {
    let number = try archive.integer(it.map { Int64($0) })
    guard let small = Int32(exactly: number) else { throw archive.fault("an integer of 32 bits") }
    return small
  }
}

extension UInt32: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: UInt32?,
    through archive: inout A
  ) throws(A.Fault) -> UInt32 {
    let number = try archive.count(it.map { UInt64($0) })
    guard let small = UInt32(exactly: number) else {
      throw archive.fault("an integer of 0 or more, below 2^32")
    }
    return small
  }
}

extension Array: Described where Element: Described {
  @inlinable @inline(__always)
  package static func passed<A: Archive & ~Copyable>(
    _ it: [Element]?,
    through archive: inout A
  ) throws(A.Fault) -> [Element] {
    try archive.list(it)
  }
}

/// An object whose names are data; its members stand in their order.
package struct KeyedValues<Value: Described>: Described {
  package let members: [(name: String, value: Value)]

  package init(_ members: some Sequence<(String, Value)>) {
    self.members = members.map { ($0, $1) }
  }

  /// The value of a name, nil if there is none.
  package subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

  /// The values by name; of two with one name, the last.
  package var byName: [String: Value] {
    members.reduce(into: [:]) { $0[$1.name] = $1.value }
  }

  package static func passed<A: Archive & ~Copyable>(
    _ it: KeyedValues?,
    through archive: inout A
  ) throws(A.Fault) -> KeyedValues {
    KeyedValues(try archive.map(it.map { $0.members }).map { ($0.name, $0.value) })
  }
}
