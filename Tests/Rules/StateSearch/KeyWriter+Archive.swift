import AudioSessionArbitration
import AudioSessionSchema

/// Writing by descriptions: each member's name, then its value.
extension KeyWriter: Archive {
  typealias Fault = Never

  static var isReading: Bool { false }

  mutating func pass<Value: Described>(
    _ name: StaticString,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: StaticString
  ) -> Value? {
    guard let it, begin(member: name.description, isReason: Value.self == Reason.self) else {
      return it
    }
    return Value.passed(it, through: &self)
  }

  /// Only configurations have members by such names, and policies are compared as a whole.
  mutating func pass<Value: Described>(
    named name: String,
    _ it: Value?,
    isRequired: Bool,
    _ shape: @autoclosure () -> Shape?,
    _ meaning: @autoclosure () -> String
  ) -> Value? { it }

  mutating func text(_ it: String?) -> String {
    take(word: present(it))
    return ""
  }

  mutating func bool(_ it: Bool?) -> Bool {
    take(present(it) ? 1 : 0)
    return present(it)
  }

  mutating func integer(_ it: Int64?) -> Int64 {
    take(UInt64(bitPattern: present(it)))
    return present(it)
  }

  mutating func count(_ it: UInt64?) -> UInt64 {
    take(number: present(it))
    return present(it)
  }

  mutating func number(_ it: Double?) -> Double {
    take(present(it).bitPattern)
    return present(it)
  }

  mutating func time(
    _ it: (seconds: Int64, nanoseconds: Int64)?
  ) -> (seconds: Int64, nanoseconds: Int64) { present(it) }

  mutating func hexadecimal(
    _ it: (high: UInt64, low: UInt64)?
  ) -> (high: UInt64, low: UInt64) { present(it) }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ it: Word?) -> Word? {
    take(word: present(it).rawValue)
    return it
  }

  mutating func written(_ it: [UInt8]?) -> [UInt8] { present(it) }

  mutating func list<Value: Described>(_ it: [Value]?) -> [Value] {
    for element in present(it) { _ = Value.passed(element, through: &self) }
    return []
  }

  mutating func map<Value: Described>(
    _ it: [(name: String, value: Value)]?
  ) -> [(name: String, value: Value)] { present(it) }

  mutating func nullable<Value: Described>(_ it: Value??) -> Value? {
    present(it).map { Value.passed($0, through: &self) }
  }

  mutating func object<Value: DescribedObject>(_ it: Value?) -> Value {
    Value.members(it, of: &self)
  }

  var found: MemberFault.Found { .nothing }

  func fault(_ expected: String) -> Never { fatalError("a state has not \(expected)") }

  func fault(of member: String, _ expected: String, _ found: MemberFault.Found) -> Never {
    fault(expected)
  }

  /// Whoever writes has a value.
  private func present<Value>(_ it: Value?) -> Value {
    guard let it else { fault("a value") }
    return it
  }
}
