import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// Answers: to a request by itself at once, to one of a batch when the batch is done.
extension Server {
  /// Answers with an error; a notification gets none.
  func reply(failure error: RPCError, to id: RequestID?, on connection: Connection) {
    guard let id else { return }
    writer.removeAll()
    writer.reply(to: id, failure: error)
    reply(on: connection)
  }

  /// Answers with a result that is whole.
  func reply(_ result: some JSONEncodable, to id: RequestID?, on connection: Connection) {
    guard let id else { return }
    writer.removeAll()
    writer.reply(to: id, result)
    reply(on: connection)
  }

  /// Sends the reply that the writer holds, as one value.
  ///
  /// - Parameters:
  ///   - connection: Where to.
  ///   - seq: The decision that enforcers have to acknowledge first (R14), if any.
  func reply(on connection: Connection, isHeldUntil seq: UInt64? = nil) {
    guard !connection.isDeaf else { return }
    let isHeld = connection.phase == .open && seq.map(gate.isTold) ?? false
    touch(connection)
    let number: UInt64
    if connection.hasBatch, let batch = connection.batch {
      gather(connection, batch)
      guard isHeld, connection.outbox.hold(batch.number) else { return }
      number = batch.number
    } else {
      writer.endLine()
      guard isHeld else { return post(writer.bytes, to: connection, counts: false) }
      number = connection.outbox.appendHeld(writer.bytes)
    }
    guard let seq else { return }
    let line = EnforcementGate.Line(connection: connection.id, number: number)
    let deadline = now.advanced(by: settings.policy.enforcementTimeout)
    gate.hold(line, until: seq, deadline: deadline)
  }

  private func gather(_ connection: Connection, _ batch: OpenBatch) {
    let separator = batch.hasReplies ? UInt8(ascii: ",") : UInt8(ascii: "[")
    connection.outbox.extend(batch.number, [separator])
    connection.outbox.extend(batch.number, writer.bytes)
    connection.batch?.hasReplies = true
  }
}
