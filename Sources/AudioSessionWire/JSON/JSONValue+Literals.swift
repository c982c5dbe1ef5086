/// Values written down in the program: `["session": 7, "options": []]`.
extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map(Member.init))
  }

  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(stringLiteral text: String) { self = .string(text) }

  package init(integerLiteral number: Int64) { self = .number(String(number)) }

  package init(floatLiteral number: Double) {
    var writer = JSONWriter()
    writer.double(number)
    self = .number(String(decoding: writer.bytes, as: UTF8.self))
  }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(nilLiteral: ()) { self = .null }
}
