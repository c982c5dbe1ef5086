/// A value that is written already, because it never changes or its length had to be known.
package struct WrittenValue: Equatable, Sendable, JSONEncodable {
  package let bytes: [UInt8]

  package init(_ value: some JSONEncodable) {
    var writer = JSONWriter()
    value.encode(into: &writer)
    bytes = writer.bytes
  }

  /// Takes what a writer has written, one value without a line's end.
  package init(_ writer: borrowing JSONWriter) { bytes = writer.bytes }

  package func encode(into writer: inout JSONWriter) { writer.raw(bytes) }
}

/// An object whose keys are data; its members are written in their order.
struct KeyedValues<Value: JSONEncodable>: JSONEncodable {
  private let members: [(name: String, value: Value)]

  init(_ members: some Sequence<(String, Value)>) {
    self.members = members.map { ($0, $1) }
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(of: member.name)
      member.value.encode(into: &writer)
    }
    writer.endObject()
  }
}
