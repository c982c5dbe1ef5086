import AudioSessionJSON
import AudioSessionSchema

/// Takes parameters out of a request, once they were checked against their description.
///
/// What can be wrong with a value by itself was found out before; what is checked here is whether
/// several of them fit each other. What takes a name is put into its callers, for the reason given
/// at ``JSONDocument/member(_:of:)``.
struct ParameterReader: Archive {
  private let document: JSONDocument
  /// The value that is read, or the object of which members are; nil if there is none.
  private var node: Int?

  /// - Parameters:
  ///   - document: The line.
  ///   - params: The object; nil if no parameters were given.
  init(_ document: JSONDocument, params: Int?) {
    self.document = document
    node = params
  }

  static var isReading: Bool { true }

  func text(_ it: String?) throws(MemberFault) -> String {
    document.string(at: try value)
  }

  @inline(__always)
  func bool(_ it: Bool?) throws(MemberFault) -> Bool {
    document.nodes[try value].kind == .true
  }

  func integer(_ it: Int64?) throws(MemberFault) -> Int64 {
    guard let number = document.integer(at: try value) else { throw fault("an integer") }
    return number
  }

  func count(_ it: UInt64?) throws(MemberFault) -> UInt64 {
    guard let number = document.integer(at: try value), number >= 0 else {
      throw fault("an integer of 0 or more")
    }
    return UInt64(number)
  }

  func number(_ it: Double?) throws(MemberFault) -> Double {
    guard let number = document.double(at: try value) else { throw fault("a number") }
    return number
  }

  /// No parameter is a time.
  func time(
    _ it: (seconds: Int64, nanoseconds: Int64)?
  ) throws(MemberFault) -> (seconds: Int64, nanoseconds: Int64) {
    throw fault("no time")
  }

  /// No parameter is one.
  func hexadecimal(
    _ it: (high: UInt64, low: UInt64)?
  ) throws(MemberFault) -> (high: UInt64, low: UInt64) {
    throw fault("no digits")
  }

  @inline(__always)
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ it: Word?
  ) throws(MemberFault) -> Word? {
    document.word(at: try value)
  }

  func written(_ it: [UInt8]?) throws(MemberFault) -> [UInt8] {
    Array(document.bytes[document.source(at: try value)])
  }

  @inline(__always)
  mutating func list<Value: Described>(_ it: [Value]?) throws(MemberFault) -> [Value] {
    let list = try value
    var values: [Value] = []
    var element = list + 1
    while element < document.nodes[list].next {
      node = element
      values.append(try Value.passed(nil, through: &self))
      element = document.nodes[element].next
    }
    node = list
    return values
  }

  mutating func map<Value: Described>(
    _ it: [(name: String, value: Value)]?
  ) throws(MemberFault) -> [(name: String, value: Value)] {
    throw fault("no object whose names are data")
  }

  @inline(__always)
  mutating func nullable<Value: Described>(_ it: Value??) throws(MemberFault) -> Value? {
    if document.nodes[try value].kind == .null { return nil }
    return try Value.passed(nil, through: &self)
  }

  @inline(__always)
  mutating func object<Value: DescribedObject>(_ it: Value?) throws(MemberFault) -> Value {
    try Value.members(nil, of: &self)
  }

  @inline(__always)
  mutating func pass<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) throws(MemberFault) -> Value? {
    guard let object = node, let value = document.member(name, of: object) else { return nil }
    node = value
    let passed = try Value.passed(nil, through: &self)
    node = object
    return passed
  }

  mutating func pass<Value: Described>(
    named name: String,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: @autoclosure () -> String
  ) throws(MemberFault) -> Value? {
    guard let object = node, let value = document.member(spelled: name, of: object) else {
      return nil
    }
    node = value
    let passed = try Value.passed(nil, through: &self)
    node = object
    return passed
  }

  var found: MemberFault.Found { node.map(document.found) ?? .nothing }

  func fault(_ expected: String) -> MemberFault {
    MemberFault("", expected: expected, found: found)
  }

  func fault(of member: String, _ expected: String, _ found: MemberFault.Found) -> MemberFault {
    MemberFault(member, expected: expected, found: found)
  }

  private var value: Int {
    get throws(MemberFault) {
      guard let node else { throw fault("a value") }
      return node
    }
  }
}
