import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules

/// The reference, which is shown each event that the daemon decides about, and what it says of it.
struct Oracle {
  private(set) var reference: NaiveArbiter
  /// Its reply to the latest event.
  private(set) var reply: Effect?
  private let policy: Policy

  init(policy: Policy) {
    self.policy = policy
    reference = NaiveArbiter(policy: policy)
  }

  mutating func forgetReply() { reply = nil }

  /// Takes an event.
  ///
  /// - Returns: How the decision differs from the reference's; nil: it doesn't.
  mutating func take(_ event: Event, at now: Instant, _ decision: borrowing Decision) -> String? {
    // A daemon that starts knows nothing of the one before.
    if event == .started { reference = NaiveArbiter(policy: policy) }
    let expected = reference.apply(event, at: now)
    reply = expected.effects.first { $0.isReply }
    let told = decision.effects.map(\.effect).filter(\.isTold)
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
  func difference(from snapshot: Snapshot) -> String? {
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

  /// Whether somebody is told of it; the reference has no others.
  fileprivate var isTold: Bool {
    switch self {
    case .changed, .enforcementChanged, .wake: false
    default: true
    }
  }
}
