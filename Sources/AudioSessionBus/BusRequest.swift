import CAudioSessionBus

/// A call by somebody on the bus, which is to be answered once.
///
/// It belongs to its connection, and is used and released where that is.
package final class BusRequest {
  package let path: String
  /// Nil if the caller names none.
  package let interface: String?
  package let member: String
  /// The types of the arguments.
  package let signature: String
  package let values: [BusValue]
  private let body: OpaquePointer

  /// Takes the message's body over.
  init(_ message: audiosession_bus_message, _ body: OpaquePointer) {
    self.body = body
    path = message.path.map { String(cString: $0) } ?? ""
    interface = message.interface.map { String(cString: $0) }
    member = message.member.map { String(cString: $0) } ?? ""
    signature = message.signature.map { String(cString: $0) } ?? ""
    values = BusValue.values(of: body)
  }

  deinit { audiosession_bus_release(body) }

  /// Answers it; a connection that is lost, or a caller that wants no answer, gets none.
  package func answer(_ values: [BusArgument] = []) {
    _ = BusArgument.withItems(of: values) { audiosession_bus_reply(body, $0, $0.count) }
  }

  /// Answers it with an error.
  ///
  /// - Parameters:
  ///   - error: The name of the D-Bus error.
  ///   - explanation: A sentence.
  package func refuse(_ error: String, _ explanation: String) {
    _ = audiosession_bus_refuse(body, error, explanation)
  }
}
