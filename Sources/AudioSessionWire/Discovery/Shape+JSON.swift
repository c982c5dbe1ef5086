public import AudioSessionJSON
package import AudioSessionSchema

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
      writer.member("$ref", "#/components/schemas/\(component.name)")
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
    let required = members.filter { $0.isRequired }.map { $0.name }
    if !required.isEmpty { writer.member("required", required) }
  }
}
