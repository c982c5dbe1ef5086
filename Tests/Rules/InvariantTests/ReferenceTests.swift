import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules
import RuleInvariants
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
        return step.difference(from: expected, reference)
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
}
