import AudioSessionSystem
import Glibc

/// Sends messages to the service manager by sd_notify(3), without ever waiting for it.
///
/// Messages that the manager has no room for are kept and sent as soon as it has room, or the kernel
/// has memory. Of those that make earlier ones pointless, only the latest is kept.
final class ServiceManager {
  /// The subject of a message; a later message on the same subject replaces one that wasn't sent.
  private enum Subject: Equatable {
    case ready, reloading, stopping, status, watchdog, ping, ledger
    /// A connection for the store, by its number there.
    case connection(UInt64)
  }

  private struct Message {
    var subject: Subject
    var text: String
    var companion: CInt?
  }

  private let socket: DatagramSocket
  private var waiting: [Message] = []
  /// The time within which a ping is expected while the watchdog is armed; nil if there is none.
  let watchdogTime: Duration?
  /// Whether pings are expected now.
  private(set) var isWatching = false

  /// Connects to the manager at `address`.
  init(address: String, watchdogTime: Duration? = nil) throws(Errno) {
    socket = try DatagramSocket(to: address)
    self.watchdogTime = watchdogTime
  }

  /// Connects to the manager that started the daemon; returns nil if none listens.
  convenience init?(_ service: ServiceEnvironment, journal: Journal) {
    guard let address = service.notifyAddress else { return nil }
    do {
      try self.init(address: address, watchdogTime: service.watchdogTime)
    } catch {
      journal.write(.failed, "the service manager at \(address) can't be reached: \(error)")
      return nil
    }
  }

  /// The socket's number, for the poller.
  var number: CInt { socket.number }

  /// Whether a message waits for room, or for memory.
  var isBlocked: Bool { !waiting.isEmpty }
  /// Whether the kernel had no memory for a message: the poller can't tell when it has.
  private(set) var lacksMemory = false

  /// Reports that the daemon serves, at startup or again after a reload.
  func ready(status: String) { send(.ready, "READY=1\nSTATUS=\(status)") }

  /// Reports that the configuration is about to be read again.
  func reloading() {
    send(.reloading, "RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonic / 1000)")
  }

  func stopping(status: String) { send(.stopping, "STOPPING=1\nSTATUS=\(status)") }

  func status(_ text: String) { send(.status, "STATUS=\(text)") }

  /// Asks the manager to restart the daemon if a ping doesn't come in time from now on.
  func watch() {
    guard let watchdogTime else { return }
    isWatching = true
    send(.watchdog, "WATCHDOG_USEC=\(watchdogTime.inMicroseconds)\nWATCHDOG=1")
  }

  /// Tells the manager to expect no pings, so that an idle daemon doesn't wake up for them.
  ///
  /// The time is 0, and not infinite: systemd 257 forgets an infinite one when it is reloaded. The
  /// time of the unit then applies, as if it had long passed, and the daemon is killed.
  func stopWatching() {
    guard watchdogTime != nil else { return }
    isWatching = false
    send(.watchdog, "WATCHDOG_USEC=0")
  }

  func ping() { send(.ping, "WATCHDOG=1") }

  /// Puts the ledger into the store, in place of any other; it never hangs up, so it isn't watched.
  func store(ledger: CInt) {
    send(.ledger, "FDSTORE=1\nFDNAME=ledger\nFDPOLL=0", with: ledger)
  }

  /// Takes an unreadable ledger out of the store.
  func removeLedger() { send(.ledger, "FDSTOREREMOVE=1\nFDNAME=ledger") }

  func store(connection number: UInt64, _ descriptor: CInt) {
    send(.connection(number), "FDSTORE=1\nFDNAME=client-\(number)", with: descriptor)
  }

  /// Takes a connection out of the store, though the connection continues.
  func remove(connection number: UInt64) {
    send(.connection(number), "FDSTOREREMOVE=1\nFDNAME=client-\(number)")
  }

  /// Drops unsent messages about a connection, whose descriptor is about to be closed.
  func forget(connection number: UInt64) {
    waiting.removeAll { $0.subject == .connection(number) }
  }

  /// Sends the waiting messages, as far as there is room.
  ///
  /// - Throws: An error if the manager no longer listens; the waiting messages are discarded.
  func retry() throws(Errno) {
    lacksMemory = false
    while let message = waiting.first {
      do {
        guard try socket.send(Array(message.text.utf8), with: message.companion) else { return }
      } catch {
        if error.isShortage {
          lacksMemory = true
          return
        }
        waiting.removeAll()
        throw error
      }
      waiting.removeFirst()
    }
  }

  private func send(_ subject: Subject, _ text: String, with companion: CInt? = nil) {
    if subject != .ledger { waiting.removeAll { $0.subject == subject } }
    waiting.append(Message(subject: subject, text: text, companion: companion))
    // A missing manager is reported at the end of the turn, when everything is tried again.
    if waiting.count == 1, let sent = try? socket.send(Array(text.utf8), with: companion), sent {
      waiting.removeLast()
    }
  }
}

extension Duration {
  fileprivate var inMicroseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
