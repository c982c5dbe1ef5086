import AudioSessionJSON
package import AudioSessionSchema

/// The last members of a notification's parameters, written once for many notifications.
package struct SharedMembers: Equatable, Sendable {
  /// The end of the line, from the comma before the members on.
  package let lineEnd: [UInt8]

  /// Takes the members of an object, which has at least one.
  package init(_ object: some DescribedObject) {
    // Their object's end, the message's, and the line's.
    lineEnd = [UInt8(ascii: ",")] + object.jsonBytes.dropFirst() + "}\n".utf8
  }

  /// The members without what surrounds them.
  var members: [UInt8] { Array(lineEnd.dropFirst().dropLast(3)) }
}
