import AudioSessionTypes

/// R47: a process is frozen, and runs again.
extension Arbiter {
  mutating func setSuspended(
    _ process: ProcessID,
    _ isSuspended: Bool,
    _ reporter: Reporter,
    _ decision: inout Decision
  ) {
    let word = SystemState.Suspension(process: process, reporter: reporter)
    guard system.suspended.contains(word) != isSuspended else { return }
    let others = system.suspended.filter {
      $0.process != process || $0.reporter.connection != reporter.connection
    }
    suspend(isSuspended ? others + [word] : others, &decision)
    let reporters = others.filter { $0.process == process }.map(\.reporter)
    note(reporter, among: reporters, &decision)
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
