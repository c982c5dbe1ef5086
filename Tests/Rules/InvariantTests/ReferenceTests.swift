import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules
import TestTraits
import Testing

/// P1: what the core keeps step by step is what the rules give when all is computed anew.
@Suite(.besideThePool(.rounds)) struct ReferenceTests {
  /// In parts, so that it is told how far it is.
  @Test(arguments: [1, 501, 1001, 1501, 2001] as [UInt64])
  func `P1: state kept step by step equals state recomputed`(first: UInt64) {
    Property(rounds: 500, first: first) { policy, moments in
      var reference = NaiveArbiter(policy: policy)
      return Play.fault(policy, moments) { step in
        let expected = reference.apply(step.event, at: step.now)
        return difference(step, expected, reference)
      }
    }
    .check()
  }

  /// The lines of a configuration meet more often here than the sessions in a sequence (R59, R66).
  @Test func `P1: the pair table in force is what the page and the lines say`() {
    for seed in UInt64(1)...300 {
      let policy = EventGenerator(seed: seed, variesTable: true).policy
      let (core, reference) = (policy.table, Interactions(policy))
      let places = policy.kindNames.indices
      for (row, column) in places.flatMap({ row in places.map { (row, $0) } }) {
        let name = "\(policy.kindNames[row]).\(policy.kindNames[column])"
        #expect(core[row, column] == reference[row, column], "seed=\(seed) \(name)")
      }
    }
  }

  @Test func `P1: the same events again give an equal arbiter`() {
    Property(rounds: 40) { policy, moments in
      var first = Arbiter(policy: policy)
      var second = first
      var decision = Decision()
      for moment in moments {
        guard let event = first.admitted(moment.event) else { continue }
        first.apply(event, at: moment.now, into: &decision)
        var fresh = Decision()
        second.apply(event, at: moment.now, into: &fresh)
        if decision != fresh || first != second { return "differs after \(moment)" }
      }
      return nil
    }
    .check()
  }

  private func difference(
    _ step: Play.Step,
    _ expected: NaiveArbiter.Result,
    _ reference: NaiveArbiter
  ) -> String? {
    let core = step.after
    let faults = [
      firstDifference("effects", core: step.decision.told, reference: expected.effects),
      firstDifference("refusal", core: [step.decision.refusal], reference: [expected.refusal]),
      firstDifference("sessions", core: core.naiveViews, reference: reference.views),
      firstDifference("explained", core: core.explained, reference: reference.explanations),
      firstDifference("enforced", core: core.enforced, reference: reference.enforced),
      firstDifference("counts", core: [core.counts], reference: [reference.counts]),
      firstDifference("number", core: [step.decision.seq], reference: [expected.seq]),
      firstDifference("expiry", core: [step.decision.expiry], reference: [expected.expiry]),
      surroundings(core, reference),
    ]
    return faults.compactMap(\.self).first
  }

  private func surroundings(_ core: Arbiter, _ reference: NaiveArbiter) -> String? {
    let users = [UserID(1000), UserID(1001)]
    let found = users.flatMap { user in
      [core.isMicrophoneMuted(for: user), core.isSleeping(for: user), core.isSilenced(for: user)]
    }
    let expected = users.flatMap { user in
      [
        reference.isMicrophoneMuted(for: user), reference.isSleeping(for: user),
        reference.isSilenced(for: user),
      ]
    }
    return firstDifference("microphone, sleep, silence", core: found, reference: expected)
      ?? systemSounds(core, reference)
      ?? firstDifference("kinds", core: [core.kindNames], reference: [reference.kindNames])
  }

  /// Of every application there is and of a stranger, in each zone and in none.
  private func systemSounds(_ core: Arbiter, _ reference: NaiveArbiter) -> String? {
    let scopes = reference.views.map(\.scope)
    let applications = Set(scopes.map(\.application)).union([ApplicationID(0)])
    for zone in Set(scopes.map(\.zone)).union([nil, ZoneID(0)]) {
      for application in applications {
        let scope = Scope(application, zone: zone)
        let user = UserID(application.number.isMultiple(of: 2) ? 1000 : 1001)
        let found = core.silencesSystemSounds(in: scope, of: user)
        if found != reference.silencesSystemSounds(in: scope, of: user) {
          return "system sounds of \(plain(user)) in \(plain(scope)): core \(found)"
        }
      }
    }
    return nil
  }
}
