import AudioSessionClient
import AudioSessionWire

/// Connecting, the loss of the connection, and its return (R49).
extension Conversation {
  /// The shortest and the longest pause between two attempts to connect; each is twice the last.
  private static let pauses = Duration.milliseconds(20)...Duration.seconds(5)

  /// Whether an attempt to connect is due.
  func wantsConnection(at now: Int64) -> Bool {
    guard case .connecting(let from) = link else { return false }
    return from <= now
  }

  /// A connection has been made: begins it with `hello`.
  mutating func connected() {
    machine = ClientMachine()
    purposes.removeAll()
    greet()
  }

  /// An attempt to connect failed, or a new connection ended before it was of use.
  mutating func connectingFailed(_ error: AudioSessionError, at now: Int64) {
    if isLost {
      pauseBeforeNextAttempt(at: now)
    } else {
      link = .idle
      failCalls(error)
    }
  }

  /// The listener's queue was full; no event reports when it has room again.
  mutating func queueWasFull(at now: Int64) {
    link = .connecting(from: now + Conversation.pauses.lowerBound.nanoseconds)
  }

  /// The connection has ended, or something came over it that isn't the protocol.
  ///
  /// - Parameters:
  ///   - error: The error of pending calls if `hello` was never answered.
  ///   - now: Nanoseconds since boot.
  mutating func disconnected(_ error: AudioSessionError, at now: Int64) {
    machine = ClientMachine()
    purposes.removeAll()
    guard isLost || link == .ready else { return connectingFailed(error, at: now) }
    lose()
    failCalls(.mediaServicesFailed)
    pauseBeforeNextAttempt(at: now)
  }

  /// All sessions are gone: reports it to each of them, once.
  mutating func lose() {
    if isLost { return }
    pause = Conversation.pauses.lowerBound
    for (key, session) in sessions where session.phase != .closed {
      sessions[key]?.isToReopen = session.phase != .unopened
      sessions[key]?.phase = .unopened
      sessions[key]?.waiting.removeAll()
      for number in session.waiting { finish(number, .failure(.mediaServicesFailed)) }
      tell(.mediaServicesLost, to: key)
    }
  }

  /// The daemon has restarted, on a connection that its service manager kept.
  mutating func outlivedRestart() {
    // Before `hello` is answered this is no news: the reply will say the same.
    guard link == .ready else { return }
    lose()
    greet()
  }

  /// `hello` was answered: reports the reset if there was a loss, and opens sessions.
  mutating func greeted(_ result: JSONValue) {
    epoch = result["epoch"]?.string
    link = .ready
    if isLost { reset() }
    for (key, session) in sessions where session.isToReopen || !session.waiting.isEmpty {
      open(key)
    }
  }

  private mutating func greet() {
    link = .greeting
    var hello: [JSONValue.Member] = [.init("protocol", 1), .init("events", ["lifecycle"])]
    if let application { hello.append(.init("application", .string(application))) }
    if let epoch { hello.append(.init("epoch", .string(epoch))) }
    purposes[machine.request(.hello, .object(hello))] = .hello
  }

  private mutating func reset() {
    pause = nil
    for (key, session) in sessions where session.phase != .closed {
      sessions[key]?.status = session.status.afterReset(
        keepingConfiguration: session.restoresConfiguration
      )
      tell(.mediaServicesReset, to: key)
    }
  }

  private mutating func pauseBeforeNextAttempt(at now: Int64) {
    let pause = pause ?? Conversation.pauses.lowerBound
    link = .connecting(from: now + pause.nanoseconds)
    self.pause = min(pause * 2, Conversation.pauses.upperBound)
  }

  private mutating func failCalls(_ error: AudioSessionError) {
    for number in calls.keys { finish(number, .failure(error)) }
    for key in sessions.keys { sessions[key]?.waiting.removeAll() }
  }
}
