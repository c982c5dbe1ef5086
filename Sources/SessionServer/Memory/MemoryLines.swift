package import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionWire

/// What a client of a ``MemoryDaemon`` is to read.
package enum MemoryOutput: Equatable, Sendable {
  /// Whole lines, with their ends.
  case bytes(ConnectionID, [UInt8])
  /// The daemon has closed the connection.
  case end(ConnectionID)
}

/// The lines between a ``MemoryDaemon`` and its clients.
///
/// Nobody is slow to read: a line goes out at once, unless it waits for a batch to be done.
final class MemoryLines {
  /// The output that wasn't taken, in the order of the decisions.
  private var output: [MemoryOutput] = []
  private var writer = JSONWriter()
  private var line = IncomingLine()
  /// The epoch in which the daemon is.
  var epoch: Epoch

  init(epoch: Epoch) { self.epoch = epoch }

  /// Removes and returns the output.
  func take() -> [MemoryOutput] {
    defer { output = [] }
    return output
  }

  func nextMessage(of client: MemoryClient, within limits: Limits) -> IncomingMessage? {
    let message = client.nextMessage(&line, limits)
    // The reply to a batch may have become complete.
    flush(client)
    return message
  }

  /// Sends a reply; a notification gets none.
  func reply(_ result: some JSONEncodable, to id: RequestID?, on client: MemoryClient) {
    guard let id else { return }
    writer.removeAll()
    writer.reply(to: id, result)
    sendReply(on: client)
  }

  /// Sends a reply with an error.
  func reply(failure error: RPCError, to id: RequestID?, on client: MemoryClient) {
    guard let id else { return }
    writer.removeAll()
    writer.reply(to: id, failure: error)
    sendReply(on: client)
  }

  func tell(
    _ message: some Notification,
    to client: MemoryClient,
    seq: UInt64,
    change: Change? = nil
  ) {
    writer.removeAll()
    message.encodeLine(into: &writer, epoch: epoch, seq: seq)
    post(to: client, counts: true, change)
  }

  /// Closes a client's connection; nothing more is sent to it.
  func end(_ client: MemoryClient) { output.append(.end(client.id)) }

  private func sendReply(on client: MemoryClient) {
    if client.input.batch == nil { writer.endLine() }
    if writer.withBytes({ client.appendToBatch($0) }) != nil { return }
    post(to: client, counts: false, nil)
  }

  private func post(to client: MemoryClient, counts: Bool, _ change: Change?) {
    writer.withBytes { client.outbox.append($0, counts: counts, change: change) }
    flush(client)
  }

  private func flush(_ client: MemoryClient) {
    while client.outbox.sendableBytes > 0 {
      client.outbox.send { bytes in
        output.append(.bytes(client.id, Array(bytes)))
        return bytes.count
      }
    }
  }
}
