/// The values that a parameter or member may have: the decoder checks them, errors quote them, and
/// the interface's document describes them.
package indirect enum Shape: Sendable {
  case boolean
  case integer(ClosedRange<Int64>)
  case number(ClosedRange<Double>)
  /// Any string.
  case text
  /// A name given by a client: 1…`NameBytes` bytes, no control characters.
  case name
  /// A moment, as in RFC 3339.
  case time
  /// One of these words, and nothing else.
  case choice([String])
  /// One of these words; another string has the right form, and is judged later (R4).
  case word([String])
  case list(Shape, atMost: Int? = nil)
  case object([MemberDescription])
  /// An object with any keys; nil: with any values, too.
  case map(Shape?)
  case component(Component)
  case nullable(Shape)
  /// Any value.
  case anything

  /// The number of a session.
  package static let session = Shape.integer(1...JSONDocument.largestInteger)
  /// The number of a session, or 0: the imagined one of `policy.simulate`.
  static let imaginableSession = Shape.integer(0...JSONDocument.largestInteger)
  /// The number of a decision, or another that counts from 0.
  package static let count = Shape.integer(0...JSONDocument.largestInteger)

  /// The words of an enumeration.
  static func choice<Word: RawRepresentable<String> & CaseIterable>(of: Word.Type) -> Shape {
    .choice(Word.allCases.map(\.rawValue))
  }

  /// The words of an enumeration, beside which others have the right form.
  static func word<Word: RawRepresentable<String> & CaseIterable>(of: Word.Type) -> Shape {
    .word(Word.allCases.map(\.rawValue))
  }
}

extension Shape {
  /// A description of the value, as it follows the word "expected".
  func expected(nameBytes: Int) -> String {
    switch self {
    case .boolean: "true or false"
    case .integer(let range) where range.count == 1: "\(range.lowerBound)"
    case .integer(let range) where range.upperBound == JSONDocument.largestInteger:
      "an integer of \(range.lowerBound) or more, below 2^53"
    case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
    case .text, .word: "a string"
    case .name: "a string of 1 to \(nameBytes) bytes without control characters"
    case .time: "a time as in RFC 3339"
    case .choice(let words): words.alternatives
    case .list(let element, let most?):
      "a list of at most \(most), each \(element.expected(nameBytes: nameBytes))"
    case .list(let element, nil): "a list, each \(element.expected(nameBytes: nameBytes))"
    case .object(let members): "an object of \(members.map(\.name).joined(separator: ", "))"
    case .map: "an object"
    case .component(let component): component.shape.expected(nameBytes: nameBytes)
    case .anything: "any value"
    case .nullable(let shape): "\(shape.expected(nameBytes: nameBytes)), or null"
    }
  }
}

extension [String] {
  /// The words as a choice: `a`, `a or b`, `a, b or c`.
  package var alternatives: String {
    guard count > 1, let last else { return first ?? "nothing" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension Double {
  fileprivate var shortText: String { Int64(exactly: self).map(String.init) ?? description }
}

/// Shapes as JSON Schema, which is what OpenRPC describes values with.
extension Shape: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    encodeSchema(into: &writer)
    writer.endObject()
  }

  private func encodeSchema(into writer: inout JSONWriter) {
    switch self {
    case .boolean: writer.member("type", "boolean")
    case .integer(let range):
      writer.member("type", "integer")
      writer.member("minimum", Double(range.lowerBound))
      writer.member("maximum", Double(range.upperBound))
    case .number(let range):
      writer.member("type", "number")
      writer.member("minimum", range.lowerBound)
      writer.member("maximum", range.upperBound)
    case .text: writer.member("type", "string")
    case .name:
      writer.member("type", "string")
      writer.member("minLength", 1)
      writer.member("pattern", #"^[^\u0000-\u001f\u007f-\u009f]*$"#)
    case .time:
      writer.member("type", "string")
      writer.member("format", "date-time")
    case .choice(let words), .word(let words):
      writer.member("type", "string")
      writer.member("enum", words)
    case .list(let element, let most):
      writer.member("type", "array")
      writer.member("items", element)
      if let most { writer.member("maxItems", most) }
    case .object(let members): encodeObject(members, into: &writer)
    case .map(let value):
      writer.member("type", "object")
      if let value { writer.member("additionalProperties", value) }
    case .component(let component):
      writer.member("$ref", "#/components/schemas/\(component.rawValue)")
    case .anything:
      writer.key("oneOf")
      writer.beginArray()
      for type in ["string", "number", "boolean", "object", "array", "null"] {
        writer.beginObject()
        writer.member("type", type)
        writer.endObject()
      }
      writer.endArray()
    case .nullable(let shape):
      writer.key("oneOf")
      writer.beginArray()
      shape.encode(into: &writer)
      writer.beginObject()
      writer.member("type", "null")
      writer.endObject()
      writer.endArray()
    }
  }

  private func encodeObject(_ members: [MemberDescription], into writer: inout JSONWriter) {
    writer.member("type", "object")
    writer.key("properties")
    writer.beginObject()
    for member in members {
      writer.key(of: member.name)
      member.shape.encode(into: &writer)
    }
    writer.endObject()
    let required = members.filter(\.isRequired).map(\.name)
    if !required.isEmpty { writer.member("required", required) }
  }
}
