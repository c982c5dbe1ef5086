/// A value that can write itself as JSON.
@usableFromInline
package protocol JSONEncodable: SendableMetatype {
  /// Appends the value, whole.
  func encode(into writer: inout JSONWriter)
}

/// Members of the object that is being written.
extension JSONWriter {
  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ value: some JSONEncodable) {
    key(name)
    value.encode(into: &self)
  }

  @inlinable @inline(__always)
  package mutating func member(_ name: StaticString, _ value: (some JSONEncodable)?) {
    key(name)
    if let value { value.encode(into: &self) } else { null() }
  }
}

extension String: JSONEncodable {
  @inlinable
  package func encode(into writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONEncodable {
  @inlinable
  package func encode(into writer: inout JSONWriter) { writer.bool(self) }
}

extension Double: JSONEncodable {
  @inlinable
  package func encode(into writer: inout JSONWriter) { writer.double(self) }
}

extension Int: JSONEncodable {
  @inlinable
  package func encode(into writer: inout JSONWriter) { writer.integer(self) }
}

extension UInt64: JSONEncodable {
  @inlinable
  package func encode(into writer: inout JSONWriter) { writer.integer(self) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  @inlinable
  package func encode(into writer: inout JSONWriter) {
    if let self { self.encode(into: &writer) } else { writer.null() }
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  @inlinable
  package func encode(into writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { element.encode(into: &writer) }
    writer.endArray()
  }
}
