@testable import AudioSessionArbitration
import AudioSessionTypes
import Testing

@testable import AudioSessionServer

/// The sentences of `policy.explain`, as people read them.
struct ExplanationTextTests {
  private static func explanation(
    _ effect: SessionEffect,
    _ reason: Reason,
    by: UInt64? = nil,
    error: ArbitrationError? = nil,
    interruption: InterruptionReason? = nil
  ) -> Explanation {
    Explanation(
      effect: effect,
      reason: reason,
      by: by.map(SessionID.init),
      error: error,
      interruption: interruption,
      since: Instant(nanoseconds: 0),
      seq: 1
    )
  }

  private static let cell = Reason(.R59, Cell(.phoneCall, .exclusive))

  private static let sentences: [(Explanation, String)] = [
    (
      explanation(.interrupted, cell, by: 9),
      "music (session 7) is interrupted by session 9 (R59 phoneCall.exclusive)."
    ),
    (
      explanation(.interrupted, Reason(.R43), interruption: .builtInMicMuted),
      "music (session 7) is interrupted because the microphone is muted (R43)."
    ),
    (
      explanation(.interrupted, Reason(.R44), interruption: .routeDisconnected),
      "music (session 7) is interrupted because its output device went away (R44)."
    ),
    (
      explanation(.interrupted, Reason(.R50), interruption: .default),
      "music (session 7) is interrupted because the machine sleeps (R50)."
    ),
    (
      explanation(.waiting, Reason(.R28), by: 9),
      "music (session 7) waits for session 9, which is interrupted itself (R28)."
    ),
    (
      explanation(.waiting, Reason(.R30), by: 9),
      "music (session 7) waits for session 9, which may take up its sound first (R30)."
    ),
    (
      explanation(.offered, Reason(.R30)),
      "music (session 7) may take up its sound again, and others wait for it a while (R30)."
    ),
    (
      explanation(.ducked, Reason(.R59, Cell(.ducking, .exclusive)), by: 9),
      "music (session 7) is lowered under session 9 (R59 ducking.exclusive)."
    ),
    (
      explanation(.ducked, Reason(.R59, Cell(Kind(rawValue: 13), .exclusive)), by: 9),
      "music (session 7) is lowered under session 9 (R59 siren.exclusive)."
    ),
    (
      explanation(.silenced, Reason(.R62)),
      "music (session 7) is silent because the silent switch is on (R62)."
    ),
    (
      explanation(.refused, Reason(.R7), by: 9, error: .insufficientPriority),
      "music (session 7) was refused with '!pri' because of session 9 (R7)."
    ),
    (
      explanation(.refused, Reason(.R4), error: .badParam),
      "music (session 7) was refused with -50 (R4)."
    ),
  ]

  @Test func `each cause is one plain sentence with its rule`() {
    var kinds = KindNames()
    _ = kinds.enter("siren")
    let text = ExplanationText(
      name: { $0 == SessionID(7) ? "music (session 7)" : "session \($0.number)" },
      kinds: kinds
    )
    let seen = ExplanationTextTests.sentences.map { text.sentence(for: SessionID(7), $0.0) }
    #expect(seen == ExplanationTextTests.sentences.map(\.1))
  }
}
