import AudioSessionClient
import AudioSessionWire

/// The state of a client of the daemon: its sessions, calls and requests, without the connection.
///
/// Calls, bytes and the time come in; bytes to send and callbacks go out. It does no I/O and runs no
/// code of the program, so that it can live under a lock.
struct ClientState: Sendable {
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

  /// Why the daemon can't be reached; the library keeps trying.
  enum Absence: Equatable, Sendable {
    /// It has never answered; every call makes an attempt of its own.
    case awaited
    /// It has gone, or stopped answering; calls fail at once.
    case lost
  }

  /// The purpose of a request, by which its reply is handled.
  enum Purpose: Sendable {
    case hello
    case open(SessionKey)
    case call(CallNumber, of: SessionKey, Operation)
    /// Closing a session for which no call waits.
    case closing
    /// A request of the library's own about a session, whose reply brings its status up to date.
    case following(SessionKey)
  }

  /// How long the daemon may leave a request unanswered before it counts as lost.
  ///
  /// Longer than it may hold a reply back for the sake of an enforcer, which is 2 seconds (R14).
  static let patience = Duration.seconds(3)

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
  var epoch: Epoch?
  /// Why the daemon can't be reached; nil while nothing is known to be wrong.
  var absence: Absence?
  /// The pause before the next attempt to connect.
  var pause = ClientState.pauses.lowerBound
  /// When the daemon counts as lost unless it says something, in nanoseconds since boot; nil unless
  /// it owes an answer.
  var patienceEnd: Int64?
  /// True once the last session has left.
  private(set) var isOver = false
  private var lastKey: UInt64 = 0
  private var lastCall: UInt64 = 0
  private var lastListener: UInt64 = 0

  init(application: String? = nil) { self.application = application }

  /// True from the loss of the daemon until it has answered `hello` again.
  var isLost: Bool { absence == .lost }

  /// Removes and returns the callbacks to perform, in order.
  mutating func takeCallbacks() -> [Callback] {
    defer { callbacks.removeAll() }
    return callbacks
  }

  /// Returns those of the pending calls that are meant, in the order in which they began, so that the
  /// latest wish is kept last.
  func callNumbers(where isMeant: (Call) -> Bool) -> [CallNumber] {
    calls.compactMap { isMeant($1) ? $0 : nil }.sorted { $0.number < $1.number }
  }

  /// Adds a session.
  ///
  /// - Returns: Its key; nil if the client has ended.
  mutating func add(_ opening: Opening) -> SessionKey? {
    if isOver { return nil }
    lastKey += 1
    let key = SessionKey(number: lastKey)
    sessions[key] = SessionRecord(opening: opening)
    return key
  }

  /// Removes a session to which no reference remains; the last one ends the client.
  mutating func remove(_ key: SessionKey) {
    guard let session = sessions.removeValue(forKey: key) else { return }
    callbacks += session.listeners.values.map(Callback.end)
    isOver = sessions.isEmpty
    if let number = session.number, !isOver { sendClose(number) }
  }

  /// Adds a listener to a session; the first one hears what has happened since the session was
  /// created, as far as the ``Backlog`` reaches.
  ///
  /// - Parameters:
  ///   - listener: Of a stream that nobody reads yet, so that `yield` only stores what it is told: that
  ///     comes before anything that is told by a callback.
  ///   - key: The session.
  /// - Returns: A number by which to remove it; nil if the session is closed.
  mutating func add(
    _ listener: AsyncStream<SessionEvent>.Continuation,
    to key: SessionKey
  ) -> UInt64? {
    guard let session = sessions[key] else { return nil }
    for event in session.backlog?.inOrder ?? [] { listener.yield(event) }
    sessions[key]?.backlog = nil
    guard session.phase != .closed else { return nil }
    lastListener += 1
    sessions[key]?.listeners[lastListener] = listener
    return lastListener
  }

  /// Returns a number for a call that is about to begin.
  mutating func nextCallNumber() -> CallNumber {
    lastCall += 1
    return CallNumber(number: lastCall)
  }

  /// The time of the next limit or attempt, in nanoseconds since boot; nil if there is none.
  var deadline: Int64? {
    var times = calls.values.map(\.limit).filter { $0 < .max }
    if let patienceEnd { times.append(patienceEnd) }
    if case .connecting(let from) = link { times.append(from) }
    return times.min()
  }

  /// Gives up the calls whose limit has passed, and the daemon if it has been silent for too long.
  ///
  /// - Returns: True if the connection has to be closed, because nothing is expected of it any more.
  mutating func timePassed(_ now: Int64) -> Bool {
    for number in callNumbers(where: { $0.limit <= now }) { giveUp(number, .timedOut) }
    guard let end = patienceEnd, end <= now else { return false }
    patienceEnd = nil
    guard link == .greeting else {
      disconnected(.timedOut, at: now)
      return true
    }
    // Its queue took the connection, and it may answer yet: another attempt would only stand behind.
    lose()
    failCalls(.mediaServicesFailed)
    return false
  }

  /// Begins to be impatient if the daemon owes an answer.
  mutating func expectAnswer(at now: Int64) {
    let isExpected = !purposes.isEmpty && (link == .ready || !isLost)
    if !isExpected {
      patienceEnd = nil
    } else if patienceEnd == nil {
      patienceEnd = now + ClientState.patience.nanoseconds
    }
  }
}
