/// Which explanations are requested when: those of changed sessions soon, others when a decision
/// may have changed them, and never so many that the daemon notices.
struct Explanations: Sendable {
  /// The least time between requests, and between those for sessions that didn't change.
  private static let pause: Int64 = 250_000
  private static let longPause: Int64 = 1_000_000

  /// The sessions whose explanations are awaited.
  private var awaited: Set<UInt64> = []
  /// The latest decision at the time of the request.
  private var decision: UInt64 = 0
  private var requestedAt: Int64 = 0

  /// Chooses among the sessions that are shown, and counts on the answers.
  mutating func begin(
    with shown: [UInt64],
    _ sessions: Sessions,
    at now: Int64
  ) -> [UInt64] {
    // The clock may be set back.
    let age = abs(now - requestedAt)
    guard awaited.isEmpty, age >= Explanations.pause else { return [] }
    let isOldWanted = age >= Explanations.longPause
    let wanted = shown.filter { number in
      guard let explained = sessions.rows[number]?.explained else { return true }
      return isOldWanted && explained < sessions.decision
    }
    if wanted.isEmpty { return [] }
    awaited = Set(wanted)
    decision = sessions.decision
    requestedAt = now
    return wanted
  }

  /// Notes an answer; returns the decision as of which it holds at least.
  mutating func finish(_ session: UInt64) -> UInt64 {
    awaited.remove(session)
    return decision
  }
}
