import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules
import RuleInvariants
import TestTraits
import Testing

/// P9: clients that do as they are told come to rest.
@Suite(.besideThePool(.rounds)) struct ObedienceTests {
  /// From every state that a sequence reaches, with clients that hold all grants, and with none.
  @Test(arguments: [Grants.all, .none])
  func `P9: clients that activate when they are told to resume come to rest`(grants: Grants) {
    Property(changesRoles: true, rounds: 150) { policy, moments in
      Play.fault(policy, moments) { step in
        var obedience = Obedience(step, grants)
        return obedience.faultUntilRest()
      }
    }
    .check()
  }
}

/// What follows a decision if every session that is told to resume activates, and nothing else
/// happens than that time passes.
private struct Obedience {
  private var arbiter: Arbiter
  private var decision: Decision
  private var now: Instant
  private let grants: Grants
  /// The next end of an offer or a lease.
  private var wake: Instant?
  private var told: [SessionID] = []

  init(_ step: Transition, _ grants: Grants) {
    arbiter = step.after
    decision = step.decision
    now = step.now
    self.grants = grants
    let ends = arbiter.naiveViews.flatMap { [$0.offerDeadline, $0.leaseDeadline] }
    wake = ends.compactMap(\.self).min()
    told = decision.toldToResume
    told += arbiter.naiveViews.filter { $0.state != .active && !told.contains($0.id) }.map(\.id)
  }

  /// Plays on until nobody is told any more; the fault is that this doesn't end.
  mutating func faultUntilRest() -> String? {
    var answers: [SessionID] = []
    // Far more than it takes until all have had their turn; a loop would never end.
    let limit = 10 * arbiter.counts.sessions
    while let event = next() {
      if case .activate(let id, _, _, _) = event { answers.append(id) }
      if answers.count > limit { return "no rest: \(plain(answers)) were told to resume" }
      arbiter.apply(event, at: now, into: &decision)
      told += decision.toldToResume
      for case (.wake(let instant), _) in decision.effects { wake = instant }
    }
    return nil
  }

  private mutating func next() -> Event? {
    told.removeAll { !arbiter.isOpen($0) }
    if !told.isEmpty { return .activate(told.removeFirst(), grants: grants) }
    guard let end = wake else { return nil }
    now = max(now, end)
    return .timePassed
  }
}

extension Decision {
  /// The sessions that are told to resume, each once.
  fileprivate var toldToResume: [SessionID] {
    var ids: [SessionID] = []
    for effect in told {
      switch effect {
      case .ended(let id, shouldResume: true), .recommendation(let id, .shouldResume):
        if !ids.contains(id) { ids.append(id) }
      default: break
      }
    }
    return ids
  }
}
