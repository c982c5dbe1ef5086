import AudioSessionClient

/// The session of `run`, as far as the daemon has told; it knows nothing of the command.
struct Session: Sendable {
  enum Standing: Equatable, Sendable {
    /// There is no connection; the next attempt is at this time, in nanoseconds since boot.
    case away(until: Int64)
    /// The daemon was asked to open a session.
    case opening
    /// The user has stopped the command.
    case inactive
    /// The daemon was asked to activate it; it may be interrupted meanwhile.
    case asking(isInterrupted: Bool)
    case active
    case interrupted
    /// It was refused, and the daemon will recommend when to ask again.
    case refused
    /// Its interruption has ended without a recommendation to resume.
    case declined
    /// It is activated as soon as that disturbs nobody, which the daemon is asked at this time; nil
    /// until the daemon has decided something.
    case probing(next: Int64?)
    /// It was evicted, or can't be opened.
    case closed
  }

  private(set) var standing = Standing.opening
  /// True once a session was opened.
  private(set) var hasBeenOpen = false
  /// True while the daemon tells every decision.
  private var isWatching = false
  private var retryDelay = Session.firstRetry

  private static let firstRetry = Duration.milliseconds(100)
  private static let longestRetry = Duration.seconds(1)
  /// The pause between two attempts to find out whether the session may be activated.
  private static let probePause = Duration.milliseconds(100)

  var isAsking: Bool { if case .asking = standing { true } else { false } }

  /// True if it is open, not active, and the daemon isn't asked to activate it.
  var mayAsk: Bool {
    switch standing {
    case .inactive, .interrupted, .refused, .declined, .probing: true
    case .away, .opening, .asking, .active, .closed: false
    }
  }

  // MARK: What is wanted of it

  /// Has the daemon open a session: there is a connection, or the daemon is another one.
  mutating func open() -> [Action] {
    isWatching = false
    standing = .opening
    return [.open]
  }

  mutating func ask() -> [Action] {
    standing = .asking(isInterrupted: standing == .interrupted)
    return [.activate]
  }

  /// Asks whether an activation would disturb anybody, at this time and after each decision.
  mutating func probe(at time: Int64) -> [Action] {
    standing = .probing(next: time)
    defer { isWatching = true }
    return isWatching ? [] : [.watch(true)]
  }

  mutating func giveUp() -> [Action] {
    switch standing {
    case .away, .opening, .closed, .inactive: return []
    case .asking, .active, .interrupted, .refused, .declined, .probing:
      standing = .inactive
      return [.deactivate]
    }
  }

  // MARK: What the daemon tells

  mutating func opened() {
    retryDelay = Session.firstRetry
    hasBeenOpen = true
    standing = .inactive
  }

  /// - Returns: What is to be done; nil if it was given up while the daemon was asked.
  mutating func granted() -> [Action]? {
    guard isAsking else { return nil }
    standing = .active
    defer { isWatching = false }
    return isWatching ? [.watch(false)] : []
  }

  /// - Returns: False if it was given up while the daemon was asked.
  mutating func refused() -> Bool {
    guard case .asking(let isInterrupted) = standing else { return false }
    standing = isInterrupted ? .interrupted : .refused
    return true
  }

  mutating func interrupted() { standing = .interrupted }

  /// The interruption has ended, and nothing recommends to resume.
  mutating func ended() {
    if isAsking { standing = .asking(isInterrupted: false) }
    if standing == .interrupted { standing = .declined }
  }

  /// The recommendation isn't to be waited for any more.
  mutating func declined() { standing = .declined }

  mutating func closed() { standing = .closed }

  mutating func lost(at now: Int64) {
    standing = .away(until: now + retryDelay.nanoseconds)
    isWatching = false
    retryDelay = min(retryDelay * 2, Session.longestRetry)
  }

  /// The time of a probe has come.
  mutating func probe() -> [Action] {
    standing = .probing(next: nil)
    return [.probe]
  }

  /// The daemon has decided something, so that the next probe may find otherwise.
  mutating func decided(at now: Int64) {
    guard standing == .probing(next: nil) else { return }
    standing = .probing(next: now + Session.probePause.nanoseconds)
  }
}
