import AudioSessionJSON
import AudioSessionSchema
import AudioSessionWire

/// Makes values that fit the interface's description, as an input chooses.
struct Composer {
  var choices: Choices
  /// How one value in so many doesn't fit; nil: all fit.
  var wrongIn: Int?
  /// Whether a value was made that doesn't fit.
  private(set) var isWrong = false

  init(_ choices: Choices, wrongIn: Int? = nil) {
    self.choices = choices
    self.wrongIn = wrongIn
  }

  /// The parameters of a request.
  mutating func parameters(of method: Method) -> JSONValue {
    object(method.specification.parameters, 0)
  }

  /// A request as a line, without its end.
  static func line(_ method: Method, _ parameters: JSONValue, id: Int64?) -> String {
    var members: [JSONValue.Member] = [.init("jsonrpc", "2.0")]
    if let id { members.append(.init("id", .number("\(id)"))) }
    members.append(.init("method", .string(method.rawValue)))
    members.append(.init("params", parameters))
    return JSONValue.object(members).text
  }

  private mutating func object(_ members: [MemberDescription], _ depth: Int) -> JSONValue {
    var made: [JSONValue.Member] = []
    // A session is named in one of two ways, and in no other.
    let names = ["session", "leaseName"]
    let isNamed = names.allSatisfy { name in members.contains { $0.name == name } }
    let (name, other) = choices.once(in: 4) ? (names[1], names[0]) : (names[0], names[1])
    for member in members {
      let isName = isNamed && member.name == name
      guard member.isRequired || isName || choices.once(in: 3) else { continue }
      if isNamed, member.name == other { continue }
      made.append(.init(member.name, self.value(of: member, depth + 1)))
    }
    return .object(made)
  }

  private mutating func value(of member: MemberDescription, _ depth: Int) -> JSONValue {
    let made = value(member.shape, depth)
    // The description has an epoch as any text; one of another form would end most conversations.
    guard ["epoch", "previousEpoch"].contains(member.name), made.string != nil else { return made }
    return .string(choices.element(of: Composer.epochs))
  }

  mutating func value(_ shape: Shape, _ depth: Int = 0) -> JSONValue {
    if let wrongIn, choices.once(in: wrongIn) {
      isWrong = true
      return wrong()
    }
    switch shape {
    case .boolean: return .bool(choices.once(in: 2))
    case .integer(let range): return .number("\(integer(in: range))")
    case .number(let range): return number(in: range)
    case .text: return .string(choices.element(of: Composer.texts))
    case .name: return .string(choices.element(of: Composer.names))
    case .time: return "2026-11-21T10:00:00.000000Z"
    case .choice(let words), .word(let words): return .string(choices.element(of: words))
    case .list(let element, let most):
      let count = min(choices.number(below: 4), most ?? 4)
      return .array((0..<count).map { _ in value(element, depth + 1) })
    case .object(let members): return object(members, depth)
    case .component(let component): return object(component.members, depth)
    case .map(let shape):
      return choices.once(in: 2) ? ["key": shape.map { value($0, depth + 1) } ?? 1] : [:]
    case .nullable(let shape): return choices.once(in: 3) ? nil : value(shape, depth + 1)
    case .anything: return wrong()
    }
  }

  /// A value of any kind.
  private mutating func wrong() -> JSONValue {
    let values: [JSONValue] = [
      nil, true, -1, 0, .number("1e999"), .number("1e300"), .number("-1e999"), 0.5,
      .number("9223372036854775807"), .number("18446744073709551615"),
      .number("18446744073709551616"),
      "", "\u{0}", "\u{202E}",
      [], [:], [[[[]]]], ["a": ["b": []]],
    ]
    return choices.element(of: values)
  }

  private mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    switch choices.number(below: 8) {
    case 0: return range.lowerBound
    case 1: return range.upperBound
    default: return min(max(Int64(choices.number(below: 16)), range.lowerBound), range.upperBound)
    }
  }

  private mutating func number(in range: ClosedRange<Double>) -> JSONValue {
    let found = [0, 0.2, 1, 1e-300, 1e300, -1, 30, 86_400][choices.number(below: 8)]
    let bounded = min(max(found, max(range.lowerBound, -1e300)), min(range.upperBound, 1e300))
    return JSONValue(floatLiteral: bounded)
  }

  private static let epochs = ["0", "a"].map { String(repeating: $0, count: 32) }
  private static let names = ["a", "music", "phone", "é", "kitchen", "a b", "<b>", "\"'&"]
  private static let texts = names + ["", "\u{1B}[31m", "\u{202E}", "\n", "alarm", "x/y", "\\"]
}
