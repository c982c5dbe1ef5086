import AudioSessionTypes

/// R47: a process is frozen, and runs again.
extension Arbiter {
  mutating func setSuspended(
    _ process: ProcessID,
    _ isSuspended: Bool,
    _ reporter: Reporter,
    _ decision: inout Decision
  ) {
    let before = system.suspended.filter { $0.process == process }.map(\.reporter)
    let after = before.saying(isSuspended, reporter)
    guard after != before else { return }
    let others = system.suspended.filter { $0.process != process }
    suspend(
      others + after.map { SystemState.Suspension(process: process, reporter: $0) },
      &decision
    )
    note(reporter, among: after, &decision)
  }

  /// Deactivates, unheard, the active sessions of who is suspended now, and tells those who run
  /// again what became of theirs.
  mutating func suspend(_ words: [SystemState.Suspension], _ decision: inout Decision) {
    let before = system
    guard before.suspended != words else { return }
    system.suspended = words
    decision.draft.isNumbered = true
    decision.note(.R47)
    for slot in sessions.all {
      let session = sessions[slot]
      let was = before.isSuspended(session.owner)
      let isNow = system.isSuspended(session.owner)
      if isNow && !was && session.state == .active {
        leave(slot, isSilent: false, &decision) { $0.awaitsWaking = true }
      } else if was && !isNow && session.awaitsWaking {
        let seq = decision.draft.number
        change(slot, &decision) {
          $0.awaitsWaking = false
          $0.lastBegan = seq
        }
        decision.draft.woken.append(slot)
      }
    }
  }
}
