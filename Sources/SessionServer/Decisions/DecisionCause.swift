import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// What led to a decision, with the peer by reference: who may see it depends on who looks.
struct DecisionCause {
  private var trigger: Cause.Trigger
  var session: SessionID?
  /// Who asked; nil if nobody did.
  var peer: PeerIdentity?
  var note: String?
  /// Of a refusal.
  var error: ArbitrationError?

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

  /// Time's own causes: an offer lapsed, or a lease ran out.
  init(_ expiry: Expiry) {
    switch expiry {
    case .offer(let id): self.init(.event(.offerLapsed), session: id)
    case .lease(let id): self.init(.event(.leaseExpired), session: id)
    }
  }

  /// The cause as `viewer` may see it.
  func shown(to viewer: Viewer) -> Cause {
    Cause(
      trigger,
      session: session?.number,
      pid: peer.flatMap { viewer.sees($0.user) ? $0.pid : nil },
      note: note,
      error: error
    )
  }
}
