/// Something that a client is told without having asked.
package protocol Notification: Equatable, Sendable {
  /// Its name.
  static var method: NotificationMethod { get }
  /// What it says.
  static var description: NotificationDescription { get }

  /// Appends its members, those beside `epoch` and `seq`, to the object that is being written.
  func encodeMembers(into writer: inout JSONWriter)
}

extension Notification {
  /// Appends the notification as a whole line.
  package func encodeLine(into writer: inout JSONWriter, epoch: Epoch, seq: UInt64) {
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    writer.member("method", Self.method)
    writer.key("params")
    encodeParams(into: &writer, epoch: epoch, seq: seq)
    writer.endObject()
    writer.endLine()
  }

  /// Appends its parameters alone.
  package func encodeParams(into writer: inout JSONWriter, epoch: Epoch, seq: UInt64) {
    writer.beginObject()
    writer.member("epoch", epoch)
    writer.member("seq", seq)
    encodeMembers(into: &writer)
    writer.endObject()
  }
}
