import AudioSessionArbitration
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// The orderly end of all connections (R1): every client is told that the daemon stops, and
/// complete lines that were read are answered.
///
/// It takes at most one second. A client that sent more than can be answered in that time, or that
/// doesn't read, gets no reply to the rest of its lines.
struct Shutdown {
  private let services: ConnectionServices
  private let everybody: [Connection]
  /// The number of the latest decision.
  private let seq: UInt64

  init(_ services: ConnectionServices, seq: UInt64) {
    self.services = services
    everybody = services.connections.all.sorted { $0.id.number < $1.id.number }
    self.seq = seq
  }

  func run() {
    for connection in everybody where !connection.life.isDraining {
      services.transport.tell(MediaServicesWereLost(), to: connection, seq: seq)
    }
    let deadline = Instant.now.advanced(by: .seconds(1))
    repeat {
      services.transport.retry(at: .now)
      for connection in everybody where !connection.life.isClosed {
        refuseSome(of: connection)
        services.transport.flush(connection)
      }
      services.supervisor.retry(at: .now)
    } while waitToSend(until: deadline)
  }

  /// Replies 'msrv' to complete lines that were read, some at a time, as far as replies are read.
  private func refuseSome(of connection: Connection) {
    guard connection.life.hasReader else { return }
    var left = RunQueue.requestLimit
    while left > 0, connection.mayProceed,
      let message = services.transport.nextMessage(of: connection)
    {
      left -= 1
      switch message.content {
      case .success:
        let refusal = RPCRefusal(.mediaServicesFailed, rule: .R1)
        services.transport.reply(failure: .refused(refusal), to: message.id, on: connection)
      case .failure(let error):
        services.transport.reply(failure: error, to: message.id, on: connection)
      }
    }
  }

  /// Lets go of a connection that was sent everything; one that still lives is left in the store.
  private func leave(_ connection: Connection) {
    if connection.life.isDraining || !connection.life.hasReader {
      services.store.discard(connection)
    } else {
      services.store.markIfQuiet(connection)
    }
    _ = connection.life.close()
  }

  /// Waits until a peer or the service manager takes more output; returns false if everything is sent
  /// or the time is over.
  private func waitToSend(until deadline: Instant) -> Bool {
    let retryTime = Instant.earlier(services.transport.retryTime, services.supervisor.retryTime)
    let now = Instant.now
    guard deadline > now else { return false }
    var left = Instant.earlier(deadline, retryTime)?.duration(since: now) ?? .zero
    var isWaiting = services.supervisor.isBlocked
    do {
      for connection in everybody where !connection.life.isClosed {
        let isUnsent = connection.outbox.sendableBytes > 0
        let owes = (isUnsent || connection.input.hasWork) && connection.life.hasReader
        // If no output is waiting to be taken, more lines can be answered at once.
        if owes && !isUnsent { left = .zero }
        isWaiting = isWaiting || owes
        if owes {
          let token = Token.connection(connection.id)
          // Of one whose output the kernel has no memory for the poller would always report room.
          let interest: Poller.Interest = connection.outputMark.awaitsMemory ? [] : .writing
          try services.loop.watch(connection.socket.number, only: interest, as: token)
        } else {
          try services.loop.forget(connection.socket.number)
          leave(connection)
        }
      }
      guard isWaiting else { return false }
      _ = try services.loop.wait(timeout: left)
      return true
    } catch {
      return false
    }
  }
}
