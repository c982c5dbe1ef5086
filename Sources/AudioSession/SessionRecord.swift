/// The connection's record of a session.
struct SessionRecord: Sendable {
  /// Whether the session is open in the daemon.
  enum Phase: Equatable, Sendable {
    case unopened, opening
    case open(UInt64)
    /// The program has asked the daemon to close it; its events go on until the daemon has.
    case closing(UInt64)
    /// Closed for good, by the program or by the daemon.
    case closed
  }

  let opening: Opening
  var phase = Phase.unopened
  var status = SessionStatus()
  /// The calls to make once the session is open.
  var waiting: [CallNumber] = []
  var listeners: [UInt64: AsyncStream<SessionEvent>.Continuation] = [:]
  /// The events so far, for the first listener; nil once there was one.
  var backlog: Backlog? = Backlog()
  /// True if the session has to be opened as soon as the daemon is there.
  var isToOpen = false
  /// Why the daemon refused the configuration that was kept; the next activation is told.
  var configurationRefusal: Refusal?
  /// True while the session is active by an activation whose caller has given up, and another, whose
  /// caller waits, is under way.
  var isActiveForNobody = false
  /// How many scopes want the session to be active.
  var scopeCount = 0
  /// How often an activation that waits would have been told to try again or to give up.
  var turnCount: UInt64 = 0
  /// The latest of them at which the program deactivated the session itself.
  var lastDeactivation: UInt64 = 0
  /// What it would have been told last.
  var turn: Answer?

  init(opening: Opening) { self.opening = opening }

  /// The session's number in the daemon; nil while it isn't open there.
  var number: UInt64? {
    guard case .open(let number) = phase else { return nil }
    return number
  }

  /// True once nothing can be asked of the session any more.
  var isClosed: Bool {
    switch phase {
    case .closing, .closed: true
    case .unopened, .opening, .open: false
    }
  }

  /// Whether the daemon knows the session by a number.
  func has(_ wire: UInt64) -> Bool { phase == .open(wire) || phase == .closing(wire) }

  /// Notes an event for its listeners.
  ///
  /// - Returns: The callbacks that tell them.
  mutating func note(_ event: SessionEvent) -> [Callback] {
    status.update(with: event)
    backlog?.append(event)
    return listeners.values.map { .event($0, event) }
  }
}
