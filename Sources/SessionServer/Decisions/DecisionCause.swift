import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

/// The cause of a decision; it refers to the peer, because what may be shown depends on the viewer.
struct DecisionCause {
  private var trigger: Cause.Trigger
  /// The peer that made the request; nil if there was no request.
  var peer: PeerIdentity?
  var note: String?
  var session: SessionID?
  /// The error, if the decision is a refusal.
  var error: ArbitrationError?
  /// The session in the way of the refused request.
  var blocker: SessionID?

  init(
    _ trigger: Cause.Trigger,
    session: SessionID? = nil,
    peer: PeerIdentity? = nil,
    note: String? = nil
  ) {
    self.trigger = trigger
    self.session = session
    self.peer = peer
    self.note = note
  }

  /// Creates the cause of an expiry: an offer lapsed, or a lease ran out.
  init(_ expiry: Expiry) {
    switch expiry {
    case .offer(let id): self.init(.event(.offerLapsed), session: id)
    case .lease(let id): self.init(.event(.leaseExpired), session: id)
    }
  }

  /// Returns the cause with what `viewer` may see.
  func shown(to viewer: Viewer) -> Cause {
    Cause(
      trigger,
      session: session?.number,
      pid: peer.flatMap { viewer.sees($0.user) ? $0.pid : nil },
      note: note,
      error: error,
      blocker: blocker?.number
    )
  }
}
