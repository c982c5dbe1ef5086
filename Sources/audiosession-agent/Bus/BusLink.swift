import EventLoop

/// A bus that may not be there yet, end and come back: the connection to it, while there is one.
final class BusLink<Purpose> {
  private let address: BusAddress?
  /// For people: "the session's bus".
  private let name: String
  private let complain: (String) -> Void
  /// What was complained of last, which isn't said twice in a row.
  private(set) var complaint: String?
  private var connection: BusConnection<Purpose>?
  /// Whether this connection was answered anything, so that it is one.
  private var hasAnswered = false
  /// How often it was tried since the bus last answered.
  private var failures = 0
  private var retryTime: Duration?
  private(set) var generation = 0

  /// After what time each it is tried again.
  ///
  /// A bus's socket is there before it listens, and one that a service manager listens for is there
  /// all the time. When these are over, somebody has to see it appear.
  private static var retries: [Duration] { [.milliseconds(100), .seconds(1), .seconds(5)] }

  /// - Parameters:
  ///   - name: What the bus is called for people.
  ///   - address: Nil: there is none.
  ///   - complain: Takes a sentence about what is missing.
  init(_ name: String, at address: BusAddress?, complain: @escaping (String) -> Void) {
    self.name = name
    self.address = address
    self.complain = complain
  }

  /// Whether there is a connection, or one in the making.
  var isConnected: Bool { connection != nil }

  var descriptor: CInt? { connection?.descriptor }

  var interest: Poller.Interest { connection?.interest ?? [] }

  var deadline: Duration? { connection.map(\.deadline) ?? retryTime }

  /// Whether it is time to ``connect(at:)`` again.
  func isRetryDue(at now: Duration) -> Bool { retryTime.map { $0 <= now } ?? false }

  /// Begins to connect if there is no connection.
  ///
  /// - Returns: Whether it does, so that whatever was asked for has to be asked for again.
  func connect(at now: Duration) -> Bool {
    guard connection == nil else { return false }
    retryTime = nil
    guard let address else {
      say("there is no address of \(name)")
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

  /// See ``BusConnection/takeMessages(at:)``; with ``BusMessage/lost(reason:)`` the connection ends.
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
        say("\(name) is lost: \(reason)")
        retryLater(now)
      case .reply, .signal: break
      }
    }
    return messages
  }

  /// Complains, if it isn't of the same as before.
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
