package import AudioSessionSchema

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

  private init(written bytes: [UInt8]) { self.bytes = bytes }

  package func encode(into writer: inout JSONWriter) { writer.raw(bytes) }
}

extension WrittenValue: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: WrittenValue?,
    through archive: inout A
  ) throws(A.Fault) -> WrittenValue {
    WrittenValue(written: try archive.written(it?.bytes))
  }
}

/// A value whose form isn't described here.
extension JSONValue: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: JSONValue?,
    through archive: inout A
  ) throws(A.Fault) -> JSONValue {
    let text = try archive.written(it.map { WrittenValue($0).bytes })
    guard A.isReading else { return it ?? .null }
    do { return try JSONValue(parsing: text.span) } catch { throw archive.fault("a value") }
  }
}
