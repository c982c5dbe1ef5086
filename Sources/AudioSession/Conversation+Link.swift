import AudioSessionClient
import AudioSessionWire

/// The connection's own life: there, lost, there again (R49).
extension Conversation {
  /// The first pause between two attempts, and the longest; each is twice the one before.
  private static let pauses = Duration.milliseconds(20)...Duration.seconds(5)

  /// Whether to try to connect now.
  func wantsConnection(at now: Int64) -> Bool {
    guard case .connecting(let from) = link else { return false }
    return from <= now
  }

  /// There is a connection: says hello on it.
  mutating func connected() {
    machine = ClientMachine()
    purposes.removeAll()
    greet()
  }

  /// Nobody was there, or no room in the queue of who was.
  mutating func connectingFailed(_ error: AudioSessionError, at now: Int64) {
    if isLost {
      pauseBeforeNextAttempt(at: now)
    } else {
      link = .idle
      failCalls(error)
    }
  }

  /// The daemon's queue was full, and nothing tells when there is room in it.
  mutating func queueWasFull(at now: Int64) {
    link = .connecting(from: now + Conversation.pauses.lowerBound.nanoseconds)
  }

  /// The connection has ended, or said what no daemon says.
  ///
  /// - Parameters:
  ///   - error: What calls end with where there has been no conversation yet.
  ///   - now: Nanoseconds since boot.
  mutating func disconnected(_ error: AudioSessionError, at now: Int64) {
    machine = ClientMachine()
    purposes.removeAll()
    guard isLost || link == .ready else { return connectingFailed(error, at: now) }
    lose()
    failCalls(.mediaServicesFailed)
    pauseBeforeNextAttempt(at: now)
  }

  /// Every session is gone; tells so, once.
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

  /// The daemon has begun a new life on a connection that outlived the old one.
  mutating func outlivedRestart() {
    // While hello isn't answered this only says what its reply will say too.
    guard link == .ready else { return }
    lose()
    greet()
  }

  /// Hello was answered: tells of the reset if there was a loss, and opens what is to be open.
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
