import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire

/// Connecting, the loss of the connection, and its return (R49).
extension ClientState {
  /// The shortest and the longest pause between two attempts to connect; each is twice the last.
  static let pauses = Duration.milliseconds(20)...Duration.seconds(5)

  /// Whether an attempt to connect is due.
  func wantsConnection(at now: Int64) -> Bool {
    guard case .connecting(let from) = link, !isOver else { return false }
    return from <= now
  }

  /// A connection has been made: begins it with `hello`.
  mutating func connected(at now: Int64) {
    forgetRequests()
    greet()
    expectAnswer(at: now)
  }

  /// An attempt to connect failed, or a new connection ended before it was of use.
  mutating func connectingFailed(_ error: AudioSessionError, at now: Int64) {
    if absence == nil { absence = .awaited }
    pauseBeforeNextAttempt(at: now)
    failCalls(error)
    // Nobody asks for the daemon any more, so there is nobody to report its coming to.
    if !isLost, !sessions.values.contains(where: { $0.isToOpen && !$0.isClosed }) {
      (absence, link) = (nil, .idle)
    }
  }

  /// The listener's queue was full; no event reports when it has room again.
  mutating func queueWasFull(at now: Int64) {
    if calls.isEmpty { return pauseBeforeNextAttempt(at: now) }
    link = .connecting(from: now + ClientState.pauses.lowerBound.nanoseconds)
  }

  /// The connection has ended, or something came over it that isn't the protocol.
  ///
  /// - Parameters:
  ///   - error: The error of pending calls if `hello` was never answered.
  ///   - now: Nanoseconds since boot.
  mutating func disconnected(_ error: AudioSessionError, at now: Int64) {
    let wasReady = link == .ready
    forgetRequests()
    guard isLost || wasReady else { return connectingFailed(error, at: now) }
    lose()
    failCalls(.mediaServicesFailed)
    pauseBeforeNextAttempt(at: now)
  }

  /// All sessions are gone: reports it to each of them, once.
  mutating func lose() {
    if isLost { return }
    absence = .lost
    pause = ClientState.pauses.lowerBound
    for (key, session) in sessions {
      // With the daemon, what was to be closed is gone.
      if session.isClosed {
        end(key)
        continue
      }
      if session.phase != .unopened { sessions[key]?.isToOpen = true }
      sessions[key]?.phase = .unopened
      sessions[key]?.isActiveForNobody = false
      sessions[key]?.waiting.removeAll()
      for number in session.waiting { finish(number, .failure(.mediaServicesFailed)) }
      tell(.mediaServicesLost, to: key)
    }
  }

  /// The daemon has restarted, on a connection that its service manager kept.
  mutating func outlivedRestart() {
    // Before `hello` is answered this is no news: the reply will say the same.
    guard link == .ready else { return }
    // What was asked of the daemon before is answered by this one, which knows nothing of it.
    for number in purposes.keys { purposes[number] = .closing }
    lose()
    failCalls(.mediaServicesFailed)
    greet()
  }

  /// `hello` was answered: reports the reset if the daemon was missed, and opens sessions.
  mutating func greeted(_ result: JSONValue) {
    epoch = result.received(as: HelloResult.self)?.epoch
    link = .ready
    if absence != nil { reset() }
    for (key, session) in sessions where session.isToOpen || !session.waiting.isEmpty {
      open(key)
    }
  }

  private mutating func greet() {
    link = .greeting
    var hello: [JSONValue.Member] = [.init("protocol", 1), .init("events", ["lifecycle"])]
    if let application { hello.append(.init("application", .string(application))) }
    if let epoch { hello.append(.init("epoch", .string(epoch.text))) }
    purposes[machine.request(.hello, .object(hello))] = .hello
  }

  /// The daemon is there: reports it to the sessions that lost it or asked for it in vain.
  private mutating func reset() {
    let wasLost = isLost
    absence = nil
    pause = ClientState.pauses.lowerBound
    for (key, session) in sessions where !session.isClosed {
      guard wasLost || session.isToOpen else { continue }
      sessions[key]?.status = session.status.afterReset
      tell(.mediaServicesReset, to: key)
    }
  }

  private mutating func pauseBeforeNextAttempt(at now: Int64) {
    link = .connecting(from: now + pause.nanoseconds)
    pause = min(pause * 2, ClientState.pauses.upperBound)
  }

  private mutating func forgetRequests() {
    machine = ClientMachine()
    purposes.removeAll()
    patienceEnd = nil
  }

  /// Ends all calls but those that wait for their turn: the reset is one.
  mutating func failCalls(_ error: AudioSessionError) {
    for number in callNumbers(where: { !$0.operation.isTurn }) { finish(number, .failure(error)) }
    for key in sessions.keys { sessions[key]?.waiting.removeAll() }
  }
}
