/// A JSON value as a tree, for clients, tools and tests.
///
/// Members keep their order and numbers their text: nothing is lost by reading and printing.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number as it was written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The most levels of nesting; nothing that the daemon sends comes near.
  private static let depthLimit = 128

  /// Reads one value.
  package init(parsing line: Span<UInt8>) throws(JSONError) {
    var document = JSONDocument()
    try document.read(line, depthLimit: JSONValue.depthLimit)
    self.init(document, at: 0)
  }

  /// Reads one value.
  package init(parsing text: String) throws(JSONError) {
    let bytes = Array(text.utf8)
    try self.init(parsing: bytes.span)
  }

  /// The value of a document's node.
  package init(_ document: JSONDocument, at index: Int) {
    switch document.nodes[index].kind {
    case .null: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .integer, .number: self = .number(document.string(at: index))
    case .string: self = .string(document.string(at: index))
    case .array: self = .array(JSONValue.elements(of: document, at: index))
    case .object: self = .object(JSONValue.members(of: document, at: index))
    }
  }

  private static func elements(of document: JSONDocument, at index: Int) -> [JSONValue] {
    var elements: [JSONValue] = []
    elements.reserveCapacity(document.count(of: index))
    document.forEachElement(of: index) { elements.append(JSONValue(document, at: $0)) }
    return elements
  }

  private static func members(of document: JSONDocument, at index: Int) -> [Member] {
    var members: [Member] = []
    members.reserveCapacity(document.count(of: index))
    document.forEachElement(of: index) { key in
      members.append(Member(document.string(at: key), JSONValue(document, at: key + 1)))
    }
    return members
  }
}

/// Access to parts of a value; nil if it is of another kind.
extension JSONValue {
  /// The member's value, nil if this is no object or has none of that name.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The number if it was written as an integer that fits.
  package var integer: Int64? {
    guard case .number(let text) = self else { return nil }
    return Int64(text)
  }

  /// The number; nil if it is too large for one.
  package var double: Double? {
    guard case .number(let text) = self, let number = Double(text), number.isFinite else {
      return nil
    }
    return number
  }

  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  package var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  package var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}

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

/// Writing a value as text.
extension JSONValue: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let text): writer.raw(text)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.encode(into: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(of: member.name)
        member.value.encode(into: &writer)
      }
      writer.endObject()
    }
  }

  /// The value on one line, without blanks.
  package var text: String {
    var writer = JSONWriter()
    encode(into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value on many lines, each level two blanks further in.
  package var prettyText: String { prettyText(indentation: "\n") }

  private func prettyText(indentation: String) -> String {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { $0.prettyText(indentation: inner) }
      return "[\(inner)\(lines.joined(separator: ",\(inner)"))\(indentation)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { member in
        "\(JSONValue.string(member.name).text): \(member.value.prettyText(indentation: inner))"
      }
      return "{\(inner)\(lines.joined(separator: ",\(inner)"))\(indentation)}"
    case .null, .bool, .number, .string, .array, .object: return text
    }
  }
}
