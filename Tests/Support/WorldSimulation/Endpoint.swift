import AudioSessionArbitration
import AudioSessionClient
import AudioSessionJSON
import AudioSessionServer
import AudioSessionWire

/// A program's end of a connection to the daemon, with what is on the way in both directions.
class Endpoint {
  let peer: MemoryPeer
  /// Its connection; nil while it has none.
  final var link: ConnectionID?
  final var machine = ClientMachine()
  /// The lines that the daemon hasn't read.
  final var sent: [[UInt8]] = []
  /// What hasn't been read of what the daemon has written.
  final var unread: [UInt8] = []
  /// Whether it doesn't read.
  final var isStalled = false
  /// Whether the daemon doesn't get to it.
  final var isHeld = false

  init(_ peer: MemoryPeer) { self.peer = peer }

  /// Takes the next message.
  func take(_ message: ClientMachine.Message, in world: World) {}

  /// The daemon has read a line of it; the reference replies so if the line asks for a decision.
  func wasRead(_ reply: Effect?) {}

  /// The connection is gone.
  func lost(in world: World) {}

  /// Forgets what was on the way, with the connection.
  final func drop() {
    link = nil
    machine = ClientMachine()
    (sent, unread) = ([], [])
    (isStalled, isHeld) = (false, false)
  }

  /// Puts what it has to say on the way.
  final func flush() {
    guard machine.hasUnsent else { return }
    machine.flush { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        sent.append(Array(line) + [UInt8(ascii: "\n")])
      }
      return bytes.count
    }
  }

  /// Reads what has arrived, unless it is stalled.
  ///
  /// - Returns: Whether there was anything.
  final func read(in world: World) -> Bool {
    guard !isStalled, !unread.isEmpty else { return false }
    machine.append(unread.span)
    unread = []
    do {
      while let message = try machine.nextMessage() { take(message, in: world) }
    } catch {
      world.fault("\(peer.comm) can't read what it is told: \(error)")
    }
    return true
  }
}
