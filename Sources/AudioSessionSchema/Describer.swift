/// Learns what a type consists of, by passing no value of it.
private struct Describer: Archive {
  typealias Fault = Never

  /// The shape of the value that was passed.
  private(set) var shape = Shape.anything
  /// The members that were passed.
  private(set) var members: [MemberDescription] = []

  init() {}

  static var isReading: Bool { false }

  mutating func text(_ it: String?) -> String {
    shape = .text
    return ""
  }

  mutating func bool(_ it: Bool?) -> Bool {
    shape = .boolean
    return false
  }

  mutating func integer(_ it: Int64?) -> Int64 {
    shape = .integer(-Shape.largestInteger...Shape.largestInteger)
    return 0
  }

  mutating func count(_ it: UInt64?) -> UInt64 {
    shape = .count
    return 0
  }

  mutating func number(_ it: Double?) -> Double {
    shape = .number(-.infinity ... .infinity)
    return 0
  }

  mutating func time(
    _ it: (seconds: Int64, nanoseconds: Int64)?
  ) -> (seconds: Int64, nanoseconds: Int64) {
    shape = .time
    return (0, 0)
  }

  mutating func hexadecimal(_ it: (high: UInt64, low: UInt64)?) -> (high: UInt64, low: UInt64) {
    shape = .text
    return (0, 0)
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ it: Word?
  ) -> Word? {
    shape = .word(Word.allCases.map { $0.rawValue })
    return Word.allCases.first
  }

  mutating func written(_ it: [UInt8]?) -> [UInt8] {
    shape = .anything
    return []
  }

  mutating func list<Value: Described>(_ it: [Value]?) -> [Value] {
    shape = .list(Value.shape)
    return []
  }

  mutating func map<Value: Described>(
    _ it: [(name: String, value: Value)]?
  ) -> [(name: String, value: Value)] {
    shape = .map(Value.shape)
    return []
  }

  mutating func nullable<Value: Described>(_ it: Value??) -> Value? {
    shape = .nullable(Value.shape)
    return nil
  }

  mutating func object<Value: DescribedObject>(_ it: Value?) -> Value {
    var inner = Describer()
    let value = Value.members(nil, of: &inner)
    if let name = Value.component {
      shape = .component(Shape.Component(name: name, members: inner.members))
    } else {
      shape = .object(inner.members)
    }
    return value
  }

  mutating func pass<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) -> Value? {
    pass(named: "\(name)", it, isRequired: isRequired, shape(), "\(meaning)")
  }

  mutating func pass<Value: Described>(
    named name: String,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: @autoclosure () -> String
  ) -> Value? {
    var inner = Describer()
    let value = Value.passed(nil, through: &inner)
    members.append(
      MemberDescription(name, shape() ?? inner.shape, isRequired: isRequired, meaning())
    )
    return value
  }

  var found: MemberFault.Found { .nothing }

  func fault(_ expected: String) -> Never {
    fatalError("what is only described is called wrong: expected \(expected)")
  }

  func fault(of member: String, _ expected: String, _ found: MemberFault.Found) -> Never {
    fault(expected)
  }
}

extension Described {
  /// The values that there can be.
  package static var shape: Shape {
    var describer = Describer()
    _ = passed(nil, through: &describer)
    return describer.shape
  }
}

extension DescribedObject {
  /// The members that there are, or may be.
  package static var members: [MemberDescription] {
    var describer = Describer()
    _ = members(nil, of: &describer)
    return describer.members
  }
}
