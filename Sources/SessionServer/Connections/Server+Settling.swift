import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile
import EventLoop

/// The end of a turn: one `send` a connection, and what follows from who doesn't read.
extension Server {
  /// The connection is looked at when the turn ends.
  func touch(_ connection: Connection) {
    guard !connection.isDirty, connection.phase != .closed else { return }
    connection.isDirty = true
    dirty.append(connection)
  }

  /// The connection goes on in the next turn, without waiting for it to be ready.
  func postpone(_ connection: Connection) {
    guard !connection.isQueued, connection.phase == .open || connection.phase == .ending else {
      return
    }
    runQueue.add(connection)
    touch(connection)
  }

  /// Puts a line into what the connection is sent.
  ///
  /// A reader who keeps up isn't cut off for what one turn brings: what is there is sent before
  /// the limit is judged.
  func post(_ line: [UInt8], to connection: Connection, counts: Bool, change: Change? = nil) {
    guard !connection.isDeaf, connection.phase != .closed else { return }
    connection.outbox.append(line, counts: counts, change: change)
    touch(connection)
    if connection.outbox.isCongested || connection.outbox.isOverflowing { flush(connection) }
    if connection.outbox.isOverflowing { connection.isDoomed = true }
  }

  /// Lets lines go that waited for enforcers.
  func release(_ lines: [EnforcementGate.Line]) {
    for line in lines {
      guard let connection = connections[line.connection] else { continue }
      connection.outbox.release(line.number)
      touch(connection)
    }
  }

  /// Sends, cuts off and closes until nothing is left to do in this turn.
  func settle() {
    var index = 0
    while index < dirty.count {
      let connection = dirty[index]
      index += 1
      connection.isDirty = false
      settle(connection)
    }
    dirty.removeAll(keepingCapacity: true)
  }

  func settle(_ connection: Connection) {
    guard connection.phase != .closed else { return }
    flush(connection)
    if connection.isDoomed, connection.phase != .draining {
      journal.write(
        .clientCutOff,
        "cut off \(connection.peer.inWords), \(connection.fault)",
        Journal.fields(of: connection.peer),
        of: connection.peer.user
      )
      end(connection)
    }
    let isDone = connection.outbox.isEmpty || connection.isDeaf || connection.isDoomed
    if connection.phase == .draining, isDone {
      close(connection)
      return
    }
    account(connection)
    if connection.canGoOn || connection.isToCatchUp && !connection.isParked {
      postpone(connection)
    }
    watch(connection)
    markIfQuiet(connection)
  }

  /// Hands the kernel what it takes.
  func flush(_ connection: Connection) {
    guard !connection.isDeaf else { return }
    if connection.outbox.sendableBytes > 0 { markBusy(connection) }
    var isBlocked = false
    while connection.outbox.sendableBytes > 0, !isBlocked {
      connection.outbox.send { bytes in
        do {
          let count = try connection.socket.send(bytes) ?? 0
          isBlocked = count < bytes.count
          return count
        } catch {
          isBlocked = true
          connection.isDeaf = true
          return 0
        }
      }
    }
    guard connection.isDeaf else { return }
    connection.isDeaf = false
    deafen(connection)
  }

  private func watch(_ connection: Connection) {
    let wanted = connection.wantedInterest
    guard wanted != connection.interest else { return }
    do {
      try poller.modify(
        connection.socket.number,
        for: wanted,
        token: Token.connection(connection.id).bits
      )
      connection.interest = wanted
    } catch {
      connection.isDoomed = true
      touch(connection)
    }
  }
}
