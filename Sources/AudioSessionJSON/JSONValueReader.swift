package import AudioSessionSchema

/// Reads a value from JSON that another program, or an earlier version, has written.
private struct JSONValueReader: Archive {
  typealias Fault = MemberFault

  /// What becomes of values that aren't as described.
  enum Strictness {
    /// Each is a fault, a member that isn't described included; `otherMembers` says what was
    /// expected instead of one.
    case all(otherMembers: String)
    /// Each is a fault; members that aren't described are passed over.
    case described
    /// They count as not sent, as for a client of a daemon that may be of a later version.
    case none
  }

  private var value: JSONValue
  /// The names of the members that lead to the value.
  private var place: String
  private let strictness: Strictness
  /// The number of members of the object that were read.
  private var taken = 0

  init(_ value: JSONValue, at place: String, _ strictness: Strictness) {
    self.value = value
    self.place = place
    self.strictness = strictness
  }

  static var isReading: Bool { true }

  func text(_ it: String?) throws(MemberFault) -> String {
    guard let text = value.string else { throw fault("a string") }
    return text
  }

  func bool(_ it: Bool?) throws(MemberFault) -> Bool {
    guard let truth = value.bool else { throw fault("true or false") }
    return truth
  }

  func integer(_ it: Int64?) throws(MemberFault) -> Int64 {
    guard let number = value.integer else { throw fault("an integer") }
    return number
  }

  func count(_ it: UInt64?) throws(MemberFault) -> UInt64 {
    guard case .number(let digits) = value, let count = UInt64(digits) else {
      throw fault("an integer of 0 or more")
    }
    return count
  }

  func number(_ it: Double?) throws(MemberFault) -> Double {
    guard let number = value.double else { throw fault("a number") }
    return number
  }

  func time(
    _ it: (seconds: Int64, nanoseconds: Int64)?
  ) throws(MemberFault) -> (seconds: Int64, nanoseconds: Int64) {
    guard let time = CivilDate.time(try text(nil)) else { throw fault("a time as in RFC 3339") }
    return time
  }

  func hexadecimal(
    _ it: (high: UInt64, low: UInt64)?
  ) throws(MemberFault) -> (high: UInt64, low: UInt64) {
    let digits = try text(nil)
    guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { throw fault("32 hexadecimal digits") }
    return (high, low)
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ it: Word?
  ) throws(MemberFault) -> Word? {
    Word(rawValue: try text(nil))
  }

  func written(_ it: [UInt8]?) -> [UInt8] { WrittenValue(value).bytes }

  mutating func list<Value: Described>(_ it: [Value]?) throws(MemberFault) -> [Value] {
    guard let elements = value.array else { throw fault("a list") }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      if let value: Value = try part(element, at: "\(place)[\(index)]") { values.append(value) }
    }
    return values
  }

  mutating func map<Value: Described>(
    _ it: [(name: String, value: Value)]?
  ) throws(MemberFault) -> [(name: String, value: Value)] {
    guard let members = value.members else { throw fault("an object") }
    var values: [(name: String, value: Value)] = []
    for member in members {
      if let value: Value = try part(member.value, at: path(to: member.name)) {
        values.append((member.name, value))
      }
    }
    return values
  }

  mutating func nullable<Value: Described>(_ it: Value??) throws(MemberFault) -> Value? {
    if value == .null { return nil }
    return try Value.passed(nil, through: &self)
  }

  mutating func object<Value: DescribedObject>(_ it: Value?) throws(MemberFault) -> Value {
    guard let members = value.members else { throw fault("an object") }
    switch strictness {
    case .none: return try Value.members(Value.unsent, of: &self)
    case .described: return try Value.members(nil, of: &self)
    case .all(let otherMembers):
      let object = try Value.members(nil, of: &self)
      if members.count > taken { throw fault(otherMembers) }
      return object
    }
  }

  mutating func pass<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) throws(MemberFault) -> Value? {
    try pass(named: "\(name)", it, isRequired: isRequired, nil, "")
  }

  mutating func pass<Value: Described>(
    named name: String,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: @autoclosure () -> String
  ) throws(MemberFault) -> Value? {
    guard let member = value[name] else { return it }
    taken += 1
    return try part(member, at: path(to: name)) ?? it
  }

  var found: MemberFault.Found {
    let text = value.text
    return text.utf8.count <= 128 ? .json(text) : .words("a value of \(text.utf8.count) bytes")
  }

  func fault(_ expected: String) -> MemberFault {
    MemberFault(place, expected: expected, found: found)
  }

  func fault(of member: String, _ expected: String, _ found: MemberFault.Found) -> MemberFault {
    if found == .nothing {
      return MemberFault(place, expected: "the member \(member)", found: found)
    }
    return MemberFault(path(to: member), expected: expected, found: found)
  }

  private func path(to member: String) -> String { place.isEmpty ? member : "\(place).\(member)" }

  /// A part of the value; nil if it counts as not sent.
  private func part<Value: Described>(
    _ part: JSONValue,
    at place: String
  ) throws(MemberFault) -> Value? {
    // A value of any form is taken as it is, and not written to be read again.
    if Value.self == JSONValue.self { return part as? Value }
    var reader = JSONValueReader(part, at: place, strictness)
    do {
      return try Value.passed(nil, through: &reader)
    } catch {
      if case .none = strictness { return nil }
      throw error
    }
  }
}

/// Reading values that are described.
extension JSONValue {
  /// Reads a value, of which everything has to be as it is described.
  ///
  /// - Parameters:
  ///   - place: Its name, for faults.
  ///   - otherMembers: What a fault says was expected where an object has a member that isn't
  ///     described; nil: such members are passed over.
  /// - Returns: The value.
  /// - Throws: The first fault.
  package func read<Value: Described>(
    at place: String = "",
    otherMembers: String? = nil
  ) throws(MemberFault) -> Value {
    let strictness = otherMembers.map { JSONValueReader.Strictness.all(otherMembers: $0) }
    var reader = JSONValueReader(self, at: place, strictness ?? .described)
    return try Value.passed(nil, through: &reader)
  }

  /// Reads a value from the daemon, as its clients have to: members, words and elements that this
  /// version doesn't know count as not sent, and so does what is wrong.
  ///
  /// - Returns: The value; ``DescribedObject/unsent`` says what stands for members that are always
  ///   there and weren't sent. Nil if nothing does.
  package func received<Value: Described>(as type: Value.Type = Value.self) -> Value? {
    var reader = JSONValueReader(self, at: "", .none)
    return try? Value.passed(nil, through: &reader)
  }

  /// Reads an object from the daemon, as ``received(as:)``.
  ///
  /// - Parameter known: The object whose members stand for those that weren't sent.
  /// - Returns: The object.
  package func received<Value: DescribedObject>(otherwise known: Value) -> Value {
    var reader = JSONValueReader(self, at: "", .none)
    return (try? Value.members(known, of: &reader)) ?? known
  }
}

extension Described {
  /// The value as JSON.
  package var json: JSONValue {
    let bytes = jsonBytes
    // What a writer makes can be read.
    return (try? JSONValue(parsing: bytes.span)) ?? .null
  }
}
