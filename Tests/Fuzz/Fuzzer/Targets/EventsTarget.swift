import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionSchema
import AudioSessionTypes
import ReferenceRules

/// Events, one a line as recordings have them, behind a letter for the time that has passed: the core
/// decides as the naive implementation of the rules.
enum EventsTarget {
  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    var arbiter = Arbiter(policy: Policy())
    var reference = NaiveArbiter(policy: Policy())
    var decision = Decision()
    var now = Instant(nanoseconds: 1_000_000_000)
    var count = 0
    while !choices.isEmpty, count < 40 {
      now = now.advanced(by: .milliseconds(Int64(choices.byte() & 31) * 500))
      let bytes = choices.line()
      guard let line = try? JSONValue(parsing: bytes.span),
        let event: Event = try? Recording.read(line), arbiter.objection(to: event) == nil,
        isPossible(event)
      else { continue }
      count += 1
      arbiter.apply(event, at: now, into: &decision)
      let expected = reference.apply(event, at: now)
      Checks.equal("\(decision.seq ?? 0)", "\(expected.seq ?? 0)", "the number after \(line.text)")
      let told = decision.told
      Checks.holds(
        told == expected.effects,
        "effects after \(line.text)\n  core \(told)\n  reference \(expected.effects)"
      )
      Checks.holds(decision.expiry == expected.expiry, "the expiry after \(line.text)")
    }
  }

  /// Whether a daemon could have made the event: it has at most eight roles.
  private static func isPossible(_ event: Event) -> Bool {
    if case .reload(let policy) = event { policy.roles.count <= 8 } else { true }
  }
}
