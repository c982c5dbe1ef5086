import AudioSessionArbitration
import ReferenceRules
import RuleInvariants
import TestTraits
import Testing

/// P2 to P8, and what the core says of itself, on random sequences.
@Suite(.besideThePool(.rounds)) struct Invariants {
  /// This is R32.
  @Test func `P2: began and ended alternate, and a began follows a began only after an activation`()
  {
    Property(rounds: 60) { policy, moments in
      var alternation = Alternation()
      return Play.fault(policy, moments) { alternation.fault(of: $0) }
    }
    .check()
  }

  @Test func `P3: of sessions that meet only one non-mixable normal one is active`() {
    Property(variesTable: false, rounds: 120) { policy, moments in
      Play.fault(policy, moments) { $0.faultOfExclusiveness }
    }
    .check()
  }

  @Test func `P4: when all have left every gain is 1 and nothing is held`() {
    Property(rounds: 40) { policy, moments in
      var last = Arbiter(policy: policy)
      var wake: Instant?
      let fault = Play.fault(policy, moments) { step in
        last = step.after
        if let latest = step.decision.latestWake { wake = latest }
        return nil
      }
      let end = (moments.last?.now ?? Instant(nanoseconds: 0)).advanced(by: .seconds(86_400))
      let farewell = Farewell(of: moments.compactMap(\.event.reporter), by: end, wake: wake)
      return fault ?? farewell.fault(of: last)
    }
    .check()
  }

  @Test func `P5: a refused request leaves everything as it was`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { $0.faultOfRefusal }
    }
    .check()
  }

  @Test func `P6: one's own activation and deactivation send one nothing else`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { $0.faultOfReply }
    }
    .check()
  }

  @Test func `P7: renaming clients changes nothing but names`() {
    Property(rounds: 40) { policy, moments in
      let renaming = Renaming(seed: UInt64(moments.count))
      var renamed = Arbiter(policy: policy)
      var decision = Decision()
      return Play.fault(policy, moments) { step in
        renamed.apply(renaming.event(step.event), at: step.now, into: &decision)
        let expected = step.decision.effects.map { renaming.effect($0.effect) }
        let views = step.viewsAfter.map(renaming.view)
        return firstDifference("effects", core: decision.effects.map(\.effect), reference: expected)
          ?? firstDifference("sessions", core: renamed.naiveViews, reference: views)
      }
    }
    .check()
  }

  @Test func `P8: every interrupted session waits for something that can end`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { $0.faultOfWaiting }
    }
    .check()
  }

  @Test func `the latest wake is the earliest deadline there is`() {
    Property(rounds: 60) { policy, moments in
      var wake: Instant?
      return Play.fault(policy, moments) { $0.faultOfWake(&wake) }
    }
    .check()
  }

  @Test func `observers and enforcers hear of every change that concerns them`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { $0.faultOfObservers }
    }
    .check()
  }
}
