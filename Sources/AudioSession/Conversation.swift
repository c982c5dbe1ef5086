import AudioSessionClient
import AudioSessionWire

/// All that a program's sessions and the daemon have to say to each other, without the connection.
///
/// Calls, bytes and time come in; bytes to send and what the program is to be told come out, so
/// that it can be under one lock and nothing of the program's runs inside.
struct Conversation: Sendable {
  /// How far the connection has come.
  enum Link: Equatable, Sendable {
    /// Nobody has asked for anything.
    case idle
    /// There is none yet; to be tried from this time on, as nanoseconds since boot.
    case connecting(from: Int64)
    /// There is one, and hello isn't answered.
    case greeting
    case ready
  }

  /// What a request was made for.
  enum Purpose: Sendable {
    case hello
    case open(SessionKey)
    case call(CallNumber, of: SessionKey)
    /// Ending a session that nobody waits for.
    case closing
  }

  /// What the sessions are a part of, if that has a name.
  let application: String?
  var machine = ClientMachine()
  var link = Link.idle
  var sessions: [SessionKey: SessionRecord] = [:]
  var calls: [CallNumber: Call] = [:]
  var purposes: [ClientMachine.RequestNumber: Purpose] = [:]
  /// What the program hasn't been told yet.
  var callbacks: [Callback] = []
  /// The daemon's life as it was last known.
  var epoch: String?
  /// Between lost and reset: how long the next pause between two attempts is.
  var pause: Duration?
  /// Whether the last session has left.
  private(set) var isOver = false
  private var lastKey: UInt64 = 0
  private var lastCall: UInt64 = 0
  private var lastListener: UInt64 = 0

  init(application: String? = nil) { self.application = application }

  /// Whether the daemon has gone and isn't known to be there again.
  var isLost: Bool { pause != nil }

  /// Takes what the program is to be told.
  mutating func takeCallbacks() -> [Callback] {
    defer { callbacks.removeAll() }
    return callbacks
  }

  /// Adds a session; nil if the last one has left meanwhile, for good.
  mutating func add(_ opening: Opening, restoresConfiguration: Bool) -> SessionKey? {
    if isOver { return nil }
    lastKey += 1
    let key = SessionKey(number: lastKey)
    sessions[key] = SessionRecord(opening: opening, restoresConfiguration: restoresConfiguration)
    return key
  }

  /// Removes a session that nobody refers to any more; with the last one all is over.
  mutating func remove(_ key: SessionKey) {
    guard let session = sessions.removeValue(forKey: key) else { return }
    callbacks += session.listeners.values.map(Callback.end)
    isOver = sessions.isEmpty
    if let number = session.number, !isOver { sendClose(number) }
  }

  /// Has a listener told of a session: a number to remove it by, nil if there is nothing to tell.
  mutating func add(
    _ listener: AsyncStream<SessionEvent>.Continuation,
    to key: SessionKey
  ) -> UInt64? {
    guard let session = sessions[key], session.phase != .closed else { return nil }
    lastListener += 1
    sessions[key]?.listeners[lastListener] = listener
    return lastListener
  }

  /// A number for a call that is about to begin.
  mutating func nextCallNumber() -> CallNumber {
    lastCall += 1
    return CallNumber(number: lastCall)
  }

  /// Carries a call as far as it can go now.
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

  /// Gives a call up; what was sent may be carried out all the same.
  mutating func cancel(_ number: CallNumber) { finish(number, .failure(.cancelled)) }

  /// Ends the calls whose time has passed.
  mutating func timePassed(_ now: Int64) {
    for (number, call) in calls where call.limit <= now { finish(number, .failure(.timedOut)) }
  }

  /// When something is to be done next, if nothing is said before.
  var deadline: Int64? {
    let limit = calls.values.map(\.limit).min()
    guard case .connecting(let from) = link else { return limit }
    return min(limit ?? from, from)
  }

  /// Opens a session unless that is under way.
  mutating func open(_ key: SessionKey) {
    guard var session = sessions[key], session.phase == .unopened else { return }
    session.phase = .opening
    session.isToReopen = false
    sessions[key] = session
    var members = session.opening.members
    if session.status != SessionStatus() { members += session.status.configuration.members }
    purposes[machine.request(.sessionOpen, .object(members))] = .open(key)
  }

  /// Sends a call of a session that is open.
  mutating func send(_ number: CallNumber, _ call: Call, _ session: UInt64) {
    let (method, parameters) = call.operation.request(session)
    purposes[machine.request(method, parameters)] = .call(number, of: call.session)
    if call.operation == .close { end(call.session) }
  }

  /// Ends a session that nobody waits for.
  mutating func sendClose(_ session: UInt64) {
    let (method, parameters) = Operation.close.request(session)
    purposes[machine.request(method, parameters)] = .closing
  }

  mutating func finish(_ number: CallNumber, _ answer: Answer) {
    guard let call = calls.removeValue(forKey: number) else { return }
    callbacks.append(.answer(call, answer))
  }

  /// From now on the session hears nothing, and every call of it fails.
  mutating func end(_ key: SessionKey) {
    guard let session = sessions[key] else { return }
    sessions[key]?.phase = .closed
    sessions[key]?.listeners.removeAll()
    for number in session.waiting { finish(number, .failure(.closed)) }
    callbacks += session.listeners.values.map(Callback.end)
  }
}
