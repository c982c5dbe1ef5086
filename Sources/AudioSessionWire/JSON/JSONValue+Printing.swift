/// A value as text again.
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
