public import AudioSessionSchema

/// Writing values by their descriptions.
extension JSONWriter: Archive {
  @usableFromInline package typealias Fault = Never

  @inlinable
  package static var isReading: Bool { false }

  @inlinable @inline(__always)
  package mutating func text(_ it: String?) -> String {
    string(present(it))
    return ""
  }

  @inlinable @inline(__always)
  package mutating func bool(_ it: Bool?) -> Bool {
    let it = present(it)
    bool(it)
    return it
  }

  @inlinable @inline(__always)
  package mutating func integer(_ it: Int64?) -> Int64 {
    let it = present(it)
    integer(it)
    return it
  }

  @inlinable @inline(__always)
  package mutating func count(_ it: UInt64?) -> UInt64 {
    let it = present(it)
    integer(it)
    return it
  }

  @inlinable @inline(__always)
  package mutating func number(_ it: Double?) -> Double {
    let it = present(it)
    double(it)
    return it
  }

  @inlinable @inline(__always)
  package mutating func time(
    _ it: (seconds: Int64, nanoseconds: Int64)?
  ) -> (seconds: Int64, nanoseconds: Int64) {
    let it = present(it)
    time(seconds: it.seconds, nanoseconds: it.nanoseconds)
    return it
  }

  @inlinable @inline(__always)
  package mutating func hexadecimal(
    _ it: (high: UInt64, low: UInt64)?
  ) -> (high: UInt64, low: UInt64) {
    let it = present(it)
    hexadecimal(it.high, it.low)
    return it
  }

  @inlinable @inline(__always)
  package mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ it: Word?
  ) -> Word? {
    word(present(it).rawValue)
    return it
  }

  @inlinable
  package mutating func written(_ it: [UInt8]?) -> [UInt8] {
    let it = present(it)
    raw(it)
    return []
  }

  @inlinable @inline(__always)
  package mutating func list<Value: Described>(_ it: [Value]?) -> [Value] {
    let it = present(it)
    beginArray()
    for element in it { _ = Value.passed(element, through: &self) }
    endArray()
    return []
  }

  @inlinable
  package mutating func map<Value: Described>(
    _ it: [(name: String, value: Value)]?
  ) -> [(name: String, value: Value)] {
    let it = present(it)
    beginObject()
    for member in it {
      key(of: member.name)
      _ = Value.passed(member.value, through: &self)
    }
    endObject()
    return []
  }

  @inlinable @inline(__always)
  package mutating func nullable<Value: Described>(_ it: Value??) -> Value? {
    if let value = present(it) { return Value.passed(value, through: &self) }
    null()
    return nil
  }

  @inlinable @inline(__always)
  package mutating func object<Value: DescribedObject>(_ it: Value?) -> Value {
    beginObject()
    let it = Value.members(it, of: &self)
    endObject()
    return it
  }

  @inlinable @inline(__always)
  package mutating func pass<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) -> Value? {
    guard let it else { return nil }
    key(name)
    return Value.passed(it, through: &self)
  }

  @inlinable
  package mutating func pass<Value: Described>(
    named name: String,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: @autoclosure () -> String
  ) -> Value? {
    guard let it else { return nil }
    key(word: name)
    return Value.passed(it, through: &self)
  }

  @inlinable
  package var found: MemberFault.Found { .nothing }

  @usableFromInline
  package func fault(_ expected: String) -> Never {
    fatalError("a value is written that couldn't be read: expected \(expected)")
  }

  @usableFromInline
  package func fault(of member: String, _ expected: String, _ found: MemberFault.Found) -> Never {
    fault(expected)
  }

  /// Whoever writes has a value.
  @inlinable @inline(__always)
  func present<Value>(_ it: Value?) -> Value {
    guard let it else { fault("a value") }
    return it
  }
}

extension Described {
  /// The value as JSON.
  @inlinable
  package var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    _ = Self.passed(self, through: &writer)
    return writer.bytes
  }
}

/// What is described is written so.
extension JSONEncodable where Self: Described {
  @inlinable
  package func encode(into writer: inout JSONWriter) { _ = Self.passed(self, through: &writer) }
}
