import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import EventLoop

/// The orderly end (R1).
extension Server {
  /// Says goodbye: what was held and read is answered, nothing more is read, the path is freed.
  ///
  /// It takes a second at most. Whoever sent more than can be answered in that time, or doesn't
  /// read, is left with the rest of his lines.
  func stop() {
    manager?.stopping(status: "stopping, \(statusText)")
    journal.write(.stopping, "stopping", [Journal.Field("EPOCH", epoch.text)])
    removeListener()
    release(gate.releaseAll())
    let everybody = connections.values.sorted { $0.id.number < $1.id.number }
    for connection in everybody where connection.phase != .draining { tellLost(connection) }
    let deadline = now.advanced(by: .seconds(1))
    repeat {
      for connection in everybody where connection.phase != .closed {
        refuseSome(of: connection)
        flush(connection)
      }
      retryManager()
    } while waitToSend(everybody, until: deadline)
  }

  private func removeListener() {
    guard let file = listener.take() else { return }
    do {
      if !listenerPause.isPaused { try poller.remove(file.listener.number) }
      try file.remove()
    } catch {
      journal.write(.failed, "can't remove the socket: \(error)")
    }
  }

  /// Complete lines that were read are answered with 'msrv', some at a time and as far as the
  /// answers are read.
  private func refuseSome(of connection: Connection) {
    guard !connection.isDeaf else { return }
    var left = RunQueue.requestLimit
    while left > 0, connection.mayProceed, let message = nextMessage(of: connection) {
      left -= 1
      switch message.content {
      case .success:
        let refusal = Refusal(.mediaServicesFailed, rule: .R1)
        reply(failure: .refused(refusal), to: message.id, on: connection)
      case .failure(let error): reply(failure: error, to: message.id, on: connection)
      }
    }
  }

  /// The connection was told all: one that lasts is the next daemon's, one that has ended nobody's.
  private func leave(_ connection: Connection) {
    if connection.phase == .draining || connection.isDeaf {
      discard(connection)
    } else {
      markIfQuiet(connection)
    }
    connection.phase = .closed
  }

  /// Waits until somebody takes more; false when all is sent or the time is over.
  private func waitToSend(_ everybody: [Connection], until deadline: Instant) -> Bool {
    var left = deadline.duration(since: now)
    guard left > .zero else { return false }
    var isWaiting = false
    do {
      for connection in everybody where connection.phase != .closed {
        let isUnsent = connection.outbox.sendableBytes > 0
        let owes = (isUnsent || connection.hasWork) && !connection.isDeaf
        // Where nothing waits to be taken, more of the rest can be answered at once.
        if owes && !isUnsent { left = .zero }
        isWaiting = isWaiting || owes
        let token = Token.connection(connection.id)
        if owes {
          try poller.modify(connection.socket.number, for: .writing, token: token.bits)
        } else {
          try poller.remove(connection.socket.number)
          leave(connection)
        }
      }
      guard isWaiting else { return false }
      _ = try poller.wait(timeout: left)
      return true
    } catch {
      return false
    }
  }
}
