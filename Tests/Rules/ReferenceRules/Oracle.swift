package import AudioSessionArbitration
package import AudioSessionTypes

/// The reference beside a daemon: it is shown each event that the daemon decides about, and says whether
/// it decides so, too.
package struct Oracle {
  package private(set) var reference: NaiveArbiter
  /// Its reply to the latest event.
  package private(set) var reply: Effect?
  private let policy: Policy

  /// - Parameter policy: The policy with which the daemon has started.
  package init(policy: Policy) {
    self.policy = policy
    reference = NaiveArbiter(policy: policy)
    _ = reference.apply(.started, at: Instant(nanoseconds: 0))
  }

  package mutating func forgetReply() { reply = nil }

  /// Takes an event.
  ///
  /// - Returns: How the decision differs from the reference's; nil: it doesn't.
  package mutating func take(
    _ event: Event,
    at now: Instant,
    _ decision: borrowing Decision
  ) -> String? {
    // A daemon that starts knows nothing of the one before.
    if event == .started { reference = NaiveArbiter(policy: policy) }
    let expected = reference.apply(event, at: now)
    reply = expected.effects.first { $0.isReply }
    let told = decision.told
    guard told == expected.effects, decision.seq == expected.seq, decision.expiry == expected.expiry
    else {
      return """
        \(event) at \(now.nanoseconds)
          the daemon decides \(decision.seq ?? 0) \(told)
          the reference says \(expected.seq ?? 0) \(expected.effects)
        """
    }
    return nil
  }

  /// Compares all sessions.
  ///
  /// - Returns: How the daemon's state differs from the reference's; nil: it doesn't.
  package func difference(from snapshot: Snapshot) -> String? {
    let core: Arbiter
    do {
      core = try Arbiter(snapshot)
    } catch {
      return "the daemon's state can't be read: \(error)"
    }
    let found = core.sessionIDs.compactMap { NaiveView(of: $0, in: core) }
    let expected = reference.views
    guard found != expected || core.counts != reference.counts else { return nil }
    let place = zip(found, expected).prefix { $0 == $1 }.count
    let (one, other) = (found.dropFirst(place).first, expected.dropFirst(place).first)
    return """
      the daemon has \(one.map { "\($0)" } ?? "\(core.counts)")
        the reference has \(other.map { "\($0)" } ?? "\(reference.counts)")
      """
  }
}

extension Effect {
  fileprivate var isReply: Bool {
    switch self {
    case .granted, .refused: true
    default: false
    }
  }

  /// Whether clients are told of it, or the asker answered; the reference has no others.
  package var isTold: Bool {
    switch self {
    case .changed, .enforcementChanged, .wake: false
    case .granted, .refused, .closed, .didBecomeActive, .didBecomeInactive, .began, .ducking,
      .ended, .recommendation, .hint, .routeChanged, .hardwareChanged, .mutesChanged:
      true
    }
  }
}

extension Decision {
  /// The effects for clients, in order.
  package var told: [Effect] { effects.map(\.effect).filter(\.isTold) }
}
