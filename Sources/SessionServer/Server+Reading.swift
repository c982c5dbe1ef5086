import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile

/// From bytes to requests: what a connection may have carried out in one turn.
extension Server {
  /// Takes what the socket holds, at most one scratch full, and carries out what is complete.
  func read(_ connection: Connection) {
    guard connection.phase == .open, connection.mayProceed else { return }
    markBusy(connection)
    do {
      if let count = try connection.socket.receive(into: UnsafeMutableRawBufferPointer(scratch)) {
        receive(count, connection)
      } else if connection.process.hasEnded {
        connection.phase = .ending
      }
    } catch {
      connection.phase = .ending
      deafen(connection)
    }
    carryOut(connection)
  }

  /// Goes on with a connection that had more than one turn's worth.
  func resume(_ connection: Connection) {
    connection.isBacklogged = false
    if connection.hasWork || connection.phase == .ending {
      carryOut(connection)
    } else {
      read(connection)
    }
  }

  private func receive(_ count: Int, _ connection: Connection) {
    guard count > 0 else {
      connection.phase = .ending
      release(gate.releaseLines(of: connection.id))
      return
    }
    connection.splitter.append(UnsafeMutableBufferPointer(rebasing: scratch[..<count]).span)
    if connection.splitter.hasSkippedTooMuch { connection.isDoomed = true }
    guard connection.process.hasEnded else { return }
    connection.bytesAfterDeath += count
    if connection.bytesAfterDeath > Server.readAfterDeath { connection.phase = .ending }
  }

  private func carryOut(_ connection: Connection) {
    var turn = TurnShare()
    while connection.mayProceed, !connection.isDoomed, !isStopping, turn.hasRoom,
      let message = nextMessage(of: connection)
    {
      guard turn.take(message.method) else {
        connection.stashed = message
        break
      }
      carryOut(message, connection)
    }
    touch(connection)
    guard !connection.hasWork else {
      if connection.mayProceed { postpone(connection) }
      return
    }
    if connection.phase == .ending {
      end(connection)
    } else if connection.process.hasEnded {
      postpone(connection)
    }
  }

  /// The next message: one that was put off, the next of the batch, or the next line's.
  func nextMessage(of connection: Connection) -> IncomingMessage? {
    if let message = connection.stashed {
      connection.stashed = nil
      return message
    }
    while true {
      if connection.batch != nil {
        if let message = connection.batch?.line.next() { return message }
        closeBatch(of: connection)
      }
      switch connection.splitter.next() {
      case nil: return nil
      case .tooLong:
        let limit = RPCError.limitExceeded(limit: "lineBytes", value: settings.limits.lineBytes)
        reply(failure: limit, to: .null, on: connection)
        continue
      case .line(let range):
        incoming.read(
          connection.splitter.bytes.span.extracting(range),
          limits: settings.limits
        )
        if !incoming.isBatch { return incoming.next() }
        openBatch(of: connection, bytes: range.count)
      }
    }
  }

  private func openBatch(of connection: Connection, bytes: Int) {
    let number = connection.isDeaf ? 0 : connection.outbox.appendHeld([])
    var batch = OpenBatch(number: number, bytes: bytes)
    swap(&batch.line, &incoming)
    connection.batch = batch
  }

  /// The batch's line is whole: it goes as soon as nothing else holds it, and what it caused after.
  private func closeBatch(of connection: Connection) {
    guard let batch = connection.batch else { return }
    connection.batch = nil
    if batch.hasReplies { connection.outbox.extend(batch.number, Array("]\n".utf8)) }
    connection.outbox.release(batch.number)
    touch(connection)
  }

  private static let readAfterDeath = 1 << 20
}

/// A batch that is being carried out, perhaps over several turns.
struct OpenBatch {
  var line = IncomingLine()
  /// The number of its reply's line in the outbox.
  var number: UInt64
  /// The length of its line, which counts as unread until the batch is done.
  var bytes: Int
  var hasReplies = false
}

/// What one connection may have carried out in one turn, so that it never delays others for long.
struct TurnShare {
  private var requests = 0
  private var hasHadLarge = false

  var hasRoom: Bool { requests < TurnShare.requestLimit }

  /// Counts a request; false if it has to wait for the next turn.
  mutating func take(_ method: Method?) -> Bool {
    let isLarge = method.map(TurnShare.isLarge) ?? false
    if isLarge && hasHadLarge { return false }
    if isLarge { hasHadLarge = true }
    requests += 1
    return true
  }

  private static func isLarge(_ method: Method) -> Bool {
    switch method {
    case .sessionList, .eventsSubscribe, .policySimulate, .serverLog, .discover: true
    default: false
    }
  }

  private static let requestLimit = 64
}
