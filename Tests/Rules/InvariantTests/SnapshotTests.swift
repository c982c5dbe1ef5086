import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionWire
import ReferenceRules
import RuleInvariants
import TestTraits
import Testing

/// Snapshots and events as recordings store them, on random sequences.
@Suite(.besideThePool(.rounds)) struct SnapshotTests {
  @Test func `an arbiter restored from what was stored decides as the one that was stored`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { step in
        do {
          let stored = step.before.snapshot.json.text
          var restored = try Arbiter(try Recording.read(try JSONValue(parsing: stored)))
          if restored.snapshot != step.before.snapshot { return "restored otherwise: \(stored)" }
          let event: Event = try Recording.read(try JSONValue(parsing: step.event.json.text))
          if event != step.event { return "read: \(plain(event))" }
          var decision = Decision()
          restored.apply(event, at: step.now, into: &decision)
          if decision == step.decision && restored.snapshot == step.after.snapshot { return nil }
          return firstDifference(
            "effects",
            core: step.decision.effects.map { plain($0) },
            reference: decision.effects.map { plain($0) }
          ) ?? "restored, and then otherwise: \(restored.snapshot.json.text)"
        } catch {
          return "\(error)"
        }
      }
    }
    .check()
  }

  @Test func `a restored arbiter: gives the same views, counts and explanations as the original`() {
    Property(rounds: 30) { policy, moments in
      Play.fault(policy, moments) { $0.after.faultOfRestoring }
    }
    .check()
  }

  @Test func `an event without a number changes nothing but the last refusal`() {
    Property(rounds: 30) { policy, moments in
      Play.fault(policy, moments) { step in
        guard step.decision.seq == nil else { return nil }
        let fault = firstDifference(
          "sessions",
          core: step.viewsAfter,
          reference: step.viewsBefore
        )
        return fault ?? (step.before.seq == step.after.seq ? nil : "numbered")
      }
    }
    .check()
  }
}
