import AudioSessionTypes

/// R47: a process is suspended, and runs again.
extension Arbiter {
  mutating func setSuspended(
    _ process: ProcessID,
    _ isSuspended: Bool,
    _ reporter: Reporter,
    _ decision: inout Decision
  ) {
    // A process without sessions has nothing that could be suspended, and may never have any.
    guard processes.first(of: process) != .none else { return }
    let before = system.suspended[process] ?? []
    let after = before.saying(isSuspended, reporter)
    guard after != before else { return }
    suspend(process, after, &decision)
    note(reporter, among: after, &decision)
  }

  /// Deactivates, unheard, the active sessions of a process that is suspended now, and tells one
  /// that runs again what became of its sessions.
  private mutating func suspend(
    _ process: ProcessID,
    _ reporters: [Reporter],
    _ decision: inout Decision
  ) {
    let before = system.suspended[process] ?? []
    system.suspended[process] = reporters.isEmpty ? nil : reporters
    decision.draft.isNumbered = true
    decision.note(.R47)
    var slot = processes.first(of: process)
    while slot != .none {
      let session = sessions[slot]
      let was = SystemState.covers(before, session.owner.user)
      let isNow = SystemState.covers(reporters, session.owner.user)
      if isNow && !was && session.state == .active {
        leave(slot, isSilent: false, &decision) { $0.awaitsWaking = true }
      } else if was && !isNow && session.awaitsWaking {
        tellWaking(slot, &decision)
      }
      slot = processes.next(after: slot)
    }
  }

  private mutating func tellWaking(_ slot: Slot, _ decision: inout Decision) {
    let seq = decision.draft.number
    change(slot, &decision) {
      $0.awaitsWaking = false
      $0.lastBegan = seq
    }
    decision.draft.woken.append(slot)
  }

  /// R60: processes that nobody but this connection reported run again.
  mutating func takeBackSuspensions(_ connection: ConnectionID, _ decision: inout Decision) {
    let reported = system.suspended.filter { $1.contains { $0.connection == connection } }
    for (process, reporters) in reported.sorted(by: { $0.key.number < $1.key.number }) {
      suspend(process, reporters.without(connection), &decision)
    }
  }

  /// R60: a process that is gone never runs again, so what was reported of it ends with it.
  mutating func orphan(_ slot: Slot, _ decision: inout Decision) {
    let process = sessions[slot].owner.process
    if system.suspended.removeValue(forKey: process) != nil { decision.note(.R60) }
    change(slot, &decision) {
      $0.isOrphaned = true
      $0.awaitsWaking = false
    }
  }

  /// Forgets what was reported of a process that has no sessions any more.
  mutating func forgetIfEmpty(_ process: ProcessID) {
    if processes.first(of: process) == .none { system.suspended[process] = nil }
  }
}
