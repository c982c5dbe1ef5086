import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// The arbiter in the server's hands, and what every request asks of it.
///
/// It can't be copied, so it is lent to what asks. A class that stores the arbiter itself copies it
/// for each call of a method, with a count for everything it refers to, twelve times for a
/// deactivation and an activation.
struct Core: ~Copyable {
  private(set) var arbiter: Arbiter

  /// The same arbiter a second time, for trying something out.
  func copy() -> Core { Core(arbiter: arbiter) }

  mutating func apply(_ event: Event, at now: Instant, into decision: inout Decision) {
    arbiter.apply(event, at: now, into: &decision)
  }

  func isOpen(_ id: SessionID) -> Bool { arbiter.isOpen(id) }

  func view(of id: SessionID) -> SessionView? { arbiter.view(of: id) }

  func activation(of id: SessionID) -> UInt64 { arbiter.activation(of: id) }

  /// A session as `viewer` may see it; one that the latest event closed can still be seen.
  func object(
    _ id: SessionID,
    _ identity: SessionIdentity,
    for viewer: Viewer,
    at now: Instant
  ) -> SessionObject? {
    guard let view = view(of: id) else { return nil }
    return SessionObject(
      view,
      identity,
      duckers: duckers(of: id),
      blockers: blockers(of: id),
      names: arbiter.kindNames,
      for: viewer,
      at: now,
      seq: arbiter.seq
    )
  }

  /// What the log keeps of a session that changed.
  func change(of id: SessionID, _ identity: SessionIdentity) -> LoggedChange? {
    guard let view = view(of: id) else { return nil }
    return LoggedChange(
      view: view,
      identity: identity,
      duckers: duckers(of: id),
      blockers: blockers(of: id)
    )
  }

  /// What an owner is told of its gain.
  func ducking(_ id: SessionID, _ gain: Double, _ ramp: Duration) -> SessionDucking {
    let duckers = duckers(of: id)
    return SessionDucking(
      session: id.number,
      gain: gain,
      duckedBy: duckers.listed,
      duckedByLeftOut: duckers.leftOut,
      rampMilliseconds: ramp.inMilliseconds
    )
  }

  /// Who is in somebody's way, as `viewer` may see it.
  func blocker(_ id: SessionID, _ identity: SessionIdentity?, for viewer: Viewer) -> Blocker? {
    guard let view = view(of: id) else { return nil }
    let shown = viewer.sees(view.owner.user) ? identity : nil
    return Blocker(
      session: id.number,
      name: shown?.name,
      priority: view.configuration.priority,
      alias: shown?.leaseName ?? shown?.peer.comm
    )
  }

  /// Who ducks the session, as far as it is listed.
  private func duckers(of id: SessionID) -> SessionNumbers {
    var list: [SessionID] = []
    let leftOut = arbiter.duckers(of: id, into: &list, limit: SessionObject.listLimit)
    return SessionNumbers(listed: list.map(\.number), leftOut: leftOut)
  }

  /// Whom the session waits for, as far as it is listed.
  private func blockers(of id: SessionID) -> SessionNumbers {
    var list: [SessionID] = []
    let leftOut = arbiter.blockers(of: id, into: &list, limit: SessionObject.listLimit)
    return SessionNumbers(listed: list.map(\.number), leftOut: leftOut)
  }
}
