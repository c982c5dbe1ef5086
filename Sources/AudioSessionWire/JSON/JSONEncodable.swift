/// What can write itself as one JSON value.
package protocol JSONEncodable {
  /// Appends the value, whole.
  func encode(into writer: inout JSONWriter)
}

/// Members of the object that is being written.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ value: some JSONEncodable) {
    key(name)
    value.encode(into: &self)
  }

  package mutating func member(_ name: StaticString, _ value: (some JSONEncodable)?) {
    if let value { member(name, value) } else { member(null: name) }
  }

  package mutating func member<Element: JSONEncodable>(_ name: StaticString, _ list: [Element]) {
    key(name)
    beginArray()
    for element in list { element.encode(into: &self) }
    endArray()
  }
}

extension String: JSONEncodable {
  package func encode(into writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONEncodable {
  package func encode(into writer: inout JSONWriter) { writer.bool(self) }
}

extension Double: JSONEncodable {
  package func encode(into writer: inout JSONWriter) { writer.double(self) }
}

extension Int: JSONEncodable {
  package func encode(into writer: inout JSONWriter) { writer.integer(self) }
}

extension UInt64: JSONEncodable {
  package func encode(into writer: inout JSONWriter) { writer.integer(self) }
}
