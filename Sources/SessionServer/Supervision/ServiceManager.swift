import AudioSessionSystem
import Glibc

/// The service manager's ear: what a daemon tells it by sd_notify(3), without waiting for it ever.
///
/// What the manager has no room for is kept, and goes as soon as it has; of what makes an earlier
/// message pointless only the latest.
final class ServiceManager {
  /// What a message is about; a later one on the same replaces one that hasn't gone.
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
  /// The time within which a ping is expected while the watchdog is armed; nil: there is none.
  let watchdogTime: Duration?
  /// Pings are expected now.
  private(set) var isWatching = false

  /// Speaks to the manager at `address`.
  init(address: String, watchdogTime: Duration? = nil) throws(Errno) {
    socket = try DatagramSocket(to: address)
    self.watchdogTime = watchdogTime
  }

  /// Speaks to the manager that started the daemon; nil if there is none that listens.
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

  /// Something waits for room.
  var isBlocked: Bool { !waiting.isEmpty }

  /// It serves, or does so again after a reload; nothing is active yet as far as it is concerned.
  func ready(status: String) { send(.ready, "READY=1\nSTATUS=\(status)") }

  /// The configuration is about to be read again.
  func reloading() {
    send(.reloading, "RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonic / 1000)")
  }

  func stopping(status: String) { send(.stopping, "STOPPING=1\nSTATUS=\(status)") }

  func status(_ text: String) { send(.status, "STATUS=\(text)") }

  /// Asks to be restarted unless a ping comes in time from now on.
  func watch() {
    guard let watchdogTime, !isWatching else { return }
    isWatching = true
    send(.watchdog, "WATCHDOG_USEC=\(watchdogTime.inMicroseconds)\nWATCHDOG=1")
  }

  /// No pings are to be expected: an idle daemon doesn't wake up for them.
  func stopWatching() {
    guard watchdogTime != nil else { return }
    isWatching = false
    send(.watchdog, "WATCHDOG_USEC=\(UInt64.max)")
  }

  func ping() { send(.ping, "WATCHDOG=1") }

  /// Puts the ledger into the store, in the place of another; it never hangs up, so isn't watched.
  func store(ledger: CInt) {
    send(.ledger, "FDSTORE=1\nFDNAME=ledger\nFDPOLL=0", with: ledger)
  }

  /// Takes out a ledger of which nothing can be understood.
  func removeLedger() { send(.ledger, "FDSTOREREMOVE=1\nFDNAME=ledger") }

  func store(connection number: UInt64, _ descriptor: CInt) {
    send(.connection(number), "FDSTORE=1\nFDNAME=client-\(number)", with: descriptor)
  }

  /// Takes a connection out of the store again, though it goes on.
  func remove(connection number: UInt64) {
    send(.connection(number), "FDSTOREREMOVE=1\nFDNAME=client-\(number)")
  }

  /// The connection's descriptor is about to be closed.
  func forget(connection number: UInt64) {
    waiting.removeAll { $0.subject == .connection(number) }
  }

  /// Sends what waits, as far as there is room.
  ///
  /// - Throws: That the manager doesn't listen any more; what waited is forgotten.
  func retry() throws(Errno) {
    while let message = waiting.first {
      do {
        guard try socket.send(Array(message.text.utf8), with: message.companion) else { return }
      } catch {
        waiting.removeAll()
        throw error
      }
      waiting.removeFirst()
    }
  }

  private func send(_ subject: Subject, _ text: String, with companion: CInt? = nil) {
    if subject != .ledger { waiting.removeAll { $0.subject == subject } }
    waiting.append(Message(subject: subject, text: text, companion: companion))
    // A manager that is gone is told of at the end of the turn, where all of it is tried again.
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
