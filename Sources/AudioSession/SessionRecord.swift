/// The connection's record of a session.
struct SessionRecord: Sendable {
  /// Whether the session is open in the daemon.
  enum Phase: Equatable, Sendable {
    case unopened, opening
    case open(UInt64)
    /// Closed for good, by the program or by the daemon.
    case closed
  }

  let opening: Opening
  let restoresConfiguration: Bool
  var phase = Phase.unopened
  var status = SessionStatus()
  /// The calls to make once the session is open.
  var waiting: [CallNumber] = []
  var listeners: [UInt64: AsyncStream<SessionEvent>.Continuation] = [:]
  /// True if the session was open when the connection was lost, and has to be opened again.
  var isToReopen = false

  /// The session's number in the daemon; nil while it isn't open there.
  var number: UInt64? {
    guard case .open(let number) = phase else { return nil }
    return number
  }
}
