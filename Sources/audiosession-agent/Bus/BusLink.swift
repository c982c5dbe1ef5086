import AudioSessionBus
import AudioSessionEventLoop

/// The connection to a bus that may be missing, end, and come back.
final class BusLink<Purpose> {
  private let address: BusAddress?
  /// The name for people, such as "the session's bus".
  private let name: String
  private let complain: (String) -> Void
  /// The last complaint, which isn't repeated in a row.
  private(set) var complaint: String?
  private var connection: BusConnection<Purpose>?
  /// Whether anything was answered on this connection, which proves that it works.
  private var hasAnswered = false
  /// The number of attempts since the bus last answered.
  private var failures = 0
  private var retryTime: Duration?
  private(set) var generation = 0

  /// The delays before each further attempt.
  ///
  /// A bus's socket exists before the bus listens, and always where a service manager holds it.
  /// After the last attempt the socket has to appear anew.
  private static var retries: [Duration] { [.milliseconds(100), .seconds(1), .seconds(5)] }

  /// - Parameters:
  ///   - name: The name of the bus, for people.
  ///   - address: Its address; nil if there is none.
  ///   - complain: Reports what is missing.
  init(_ name: String, at address: BusAddress?, complain: @escaping (String) -> Void) {
    self.name = name
    self.address = address
    self.complain = complain
  }

  /// Whether a connection exists or is being made.
  var isConnected: Bool { connection != nil }

  var descriptor: CInt? { connection?.descriptor }

  var interest: Poller.Interest { connection?.interest ?? [] }

  var deadline: Duration? { connection.map { $0.deadline } ?? retryTime }

  /// Whether it is time to ``connect(at:)`` again.
  func isRetryDue(at now: Duration) -> Bool { retryTime.map { $0 <= now } ?? false }

  /// Begins to connect unless there is a connection.
  ///
  /// - Returns: Whether it does; if so, all subscriptions and questions have to be repeated.
  func connect(at now: Duration) -> Bool {
    guard connection == nil else { return false }
    retryTime = nil
    guard let address else {
      say("there is no address for \(name)")
      return false
    }
    do {
      connection = try BusConnection(to: address)
      generation += 1
      hasAnswered = false
      return true
    } catch {
      say("\(name) can't be reached: \(error.reason)")
      if error.isPassing { retryLater(now) }
      return false
    }
  }

  /// Calls a method, if there is a connection; see ``BusConnection/send(_:for:until:)``.
  func send(_ call: BusCall, for purpose: Purpose, until deadline: Duration) {
    connection?.send(call, for: purpose, until: deadline)
  }

  /// See ``BusConnection/takeMessages(at:)``; with ``BusMessage/lost(reason:)`` the connection
  /// ends.
  func takeMessages(at now: Duration) -> [BusMessage<Purpose>] {
    let messages = connection?.takeMessages(at: now) ?? []
    for message in messages {
      switch message {
      case .reply(.values, _):
        guard !hasAnswered else { continue }
        hasAnswered = true
        failures = 0
        complaint = nil
      case .lost(let reason):
        connection = nil
        generation += 1
        say("lost \(name): \(reason)")
        retryLater(now)
      case .reply, .signal, .call: break
      }
    }
    return messages
  }

  /// Complains, unless the last complaint was the same.
  func say(_ sentence: String) {
    guard sentence != complaint else { return }
    complaint = sentence
    complain(sentence)
  }

  private func retryLater(_ now: Duration) {
    guard failures < BusLink.retries.count else { return }
    retryTime = now + BusLink.retries[failures]
    failures += 1
  }
}
