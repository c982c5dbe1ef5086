/// The last members of a notification's parameters, written once for many notifications.
package struct SharedMembers: Equatable, Sendable {
  /// The end of the line, from the comma before the members on.
  package let lineEnd: [UInt8]

  /// Takes the members that `write` appends to an object; at least one.
  package init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginObject()
    write(&writer)
    // Their object's end, the message's, and the line's.
    writer.endObject()
    let object = writer.bytes
    lineEnd = [UInt8(ascii: ",")] + object.dropFirst() + "}\n".utf8
  }

  /// The members without what surrounds them.
  var members: [UInt8] { Array(lineEnd.dropFirst().dropLast(3)) }
}
