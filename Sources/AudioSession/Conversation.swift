import AudioSessionClient
import AudioSessionWire

/// The conversation between a program's sessions and the daemon, without the connection.
///
/// Calls, bytes and the time come in; bytes to send and callbacks go out. It does no I/O and calls
/// nothing, so that it can live under a lock.
struct Conversation: Sendable {
  /// The state of the connection.
  enum Link: Equatable, Sendable {
    /// Not needed yet.
    case idle
    /// Not connected; the next attempt is due at this time, in nanoseconds since boot.
    case connecting(from: Int64)
    /// Connected; `hello` hasn't been answered.
    case greeting
    case ready
  }

  /// The purpose of a request, by which its reply is handled.
  enum Purpose: Sendable {
    case hello
    case open(SessionKey)
    case call(CallNumber, of: SessionKey)
    /// Closing a session for which no call waits.
    case closing
  }

  /// The application's name, if it has one.
  let application: String?
  var machine = ClientMachine()
  var link = Link.idle
  var sessions: [SessionKey: SessionRecord] = [:]
  var calls: [CallNumber: Call] = [:]
  var purposes: [ClientMachine.RequestNumber: Purpose] = [:]
  /// The callbacks that haven't been performed.
  var callbacks: [Callback] = []
  /// The daemon's epoch, as of the last `hello`.
  var epoch: String?
  /// The pause before the next attempt to reconnect; nil unless the connection is lost.
  var pause: Duration?
  /// True once the last session has left.
  private(set) var isOver = false
  private var lastKey: UInt64 = 0
  private var lastCall: UInt64 = 0
  private var lastListener: UInt64 = 0

  init(application: String? = nil) { self.application = application }

  /// True from the loss of the daemon until it has answered `hello` again.
  var isLost: Bool { pause != nil }

  /// Removes and returns the callbacks to perform, in order.
  mutating func takeCallbacks() -> [Callback] {
    defer { callbacks.removeAll() }
    return callbacks
  }

  /// Adds a session.
  ///
  /// - Returns: Its key; nil if the conversation is over.
  mutating func add(_ opening: Opening, restoresConfiguration: Bool) -> SessionKey? {
    if isOver { return nil }
    lastKey += 1
    let key = SessionKey(number: lastKey)
    sessions[key] = SessionRecord(opening: opening, restoresConfiguration: restoresConfiguration)
    return key
  }

  /// Removes a session to which no reference remains; the last one ends the conversation.
  mutating func remove(_ key: SessionKey) {
    guard let session = sessions.removeValue(forKey: key) else { return }
    callbacks += session.listeners.values.map(Callback.end)
    isOver = sessions.isEmpty
    if let number = session.number, !isOver { sendClose(number) }
  }

  /// Adds a listener to a session.
  ///
  /// - Returns: A number by which to remove it; nil if the session is closed.
  mutating func add(
    _ listener: AsyncStream<SessionEvent>.Continuation,
    to key: SessionKey
  ) -> UInt64? {
    guard let session = sessions[key], session.phase != .closed else { return nil }
    lastListener += 1
    sessions[key]?.listeners[lastListener] = listener
    return lastListener
  }

  /// Returns a number for a call that is about to begin.
  mutating func nextCallNumber() -> CallNumber {
    lastCall += 1
    return CallNumber(number: lastCall)
  }

  /// Begins a call: sends its request, or postpones it until the session is open.
  mutating func begin(_ call: Call, _ number: CallNumber, at now: Int64) {
    guard let session = sessions[call.session], session.phase != .closed else {
      return callbacks.append(.answer(call, .failure(.closed)))
    }
    if let fault = call.operation.fault {
      return callbacks.append(.answer(call, .failure(fault)))
    }
    if call.operation == .close, session.number == nil || isLost {
      end(call.session)
      return callbacks.append(.answer(call, .success(Reply(status: session.status))))
    }
    if isLost { return callbacks.append(.answer(call, .failure(.mediaServicesFailed))) }
    calls[number] = call
    if link == .idle { link = .connecting(from: now) }
    if let wire = session.number {
      send(number, call, wire)
    } else {
      sessions[call.session]?.waiting.append(number)
      if link == .ready { open(call.session) }
    }
  }

  /// Cancels a call; a request that was sent may be carried out all the same.
  mutating func cancel(_ number: CallNumber) { finish(number, .failure(.cancelled)) }

  /// Fails the calls whose limit has passed.
  mutating func timePassed(_ now: Int64) {
    for (number, call) in calls where call.limit <= now { finish(number, .failure(.timedOut)) }
  }

  /// The time of the next limit or attempt, in nanoseconds since boot; nil if there is none.
  var deadline: Int64? {
    let limit = calls.values.map(\.limit).min()
    guard case .connecting(let from) = link else { return limit }
    return min(limit ?? from, from)
  }

  /// Opens a session that is unopened.
  mutating func open(_ key: SessionKey) {
    guard var session = sessions[key], session.phase == .unopened else { return }
    session.phase = .opening
    session.isToReopen = false
    sessions[key] = session
    var members = session.opening.members
    if session.status != SessionStatus() { members += session.status.configuration.members }
    purposes[machine.request(.sessionOpen, .object(members))] = .open(key)
  }

  /// Sends the request of a call, for an open session.
  mutating func send(_ number: CallNumber, _ call: Call, _ session: UInt64) {
    let (method, parameters) = call.operation.request(session)
    purposes[machine.request(method, parameters)] = .call(number, of: call.session)
    if call.operation == .close { end(call.session) }
  }

  /// Closes a session for which no call waits.
  mutating func sendClose(_ session: UInt64) {
    let (method, parameters) = Operation.close.request(session)
    purposes[machine.request(method, parameters)] = .closing
  }

  mutating func finish(_ number: CallNumber, _ answer: Answer) {
    guard let call = calls.removeValue(forKey: number) else { return }
    callbacks.append(.answer(call, answer))
  }

  /// Marks a session as closed: it receives no further event, and its calls fail.
  mutating func end(_ key: SessionKey) {
    guard let session = sessions[key] else { return }
    sessions[key]?.phase = .closed
    sessions[key]?.listeners.removeAll()
    for number in session.waiting { finish(number, .failure(.closed)) }
    callbacks += session.listeners.values.map(Callback.end)
  }
}
