/// A session of this program, as its connection knows it.
struct SessionRecord: Sendable {
  /// How far it has come with the daemon.
  enum Phase: Equatable, Sendable {
    case unopened, opening
    case open(UInt64)
    /// For good, by the program or by others.
    case closed
  }

  let opening: Opening
  let restoresConfiguration: Bool
  var phase = Phase.unopened
  var status = SessionStatus()
  /// Calls that wait until it is open.
  var waiting: [CallNumber] = []
  var listeners: [UInt64: AsyncStream<SessionEvent>.Continuation] = [:]
  /// Whether it was open when the connection was lost, and is to be again.
  var isToReopen = false

  /// Its number in the daemon while it is open there.
  var number: UInt64? {
    guard case .open(let number) = phase else { return nil }
    return number
  }
}
