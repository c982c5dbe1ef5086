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
    let after = before.setting(reporter, to: isSuspended)
    guard after != before else { return }
    suspend(process, after, &decision)
    noteReporter(reporter, among: after, &decision)
  }

  /// Deactivates the active sessions of a process that is suspended now, without telling it, and
  /// tells a process that runs again what became of its sessions.
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
      let user = sessions.owner(slot).user
      let was = before.cover(user)
      let isNow = reporters.cover(user)
      if isNow && !was && sessions[slot].isActive {
        let suspended = Phase.inactive(Inactive(owesSuspensionNotice: true))
        leave(slot, for: suspended, isSilent: false, &decision)
      } else if was && !isNow && sessions[slot].inactive?.owesSuspensionNotice == true {
        tellOfSuspension(slot, &decision)
      }
      slot = processes.next(after: slot)
    }
  }

  private mutating func tellOfSuspension(_ slot: Slot, _ decision: inout Decision) {
    let began = policy.suspensionIsTold ? decision.draft.number : nil
    change(slot, &decision) {
      $0.inactive?.owesSuspensionNotice = false
      guard let began else { return }
      $0.lastBegan = began
      // R11: the right to activate from the background lasts until the next `began`.
      $0.inactive?.mayResumeUntil = nil
    }
    decision.draft.suspensionNotices.append(slot)
  }

  /// R60: processes that no other connection reports as suspended run again.
  mutating func takeBackSuspensions(of connection: ConnectionID, _ decision: inout Decision) {
    let reported = system.suspended.filter { $1.contains { $0.connection == connection } }
    for (process, reporters) in reported.sorted(by: { $0.key.number < $1.key.number }) {
      suspend(process, reporters.removing(connection), &decision)
    }
  }

  /// R60: a process that is gone never runs again, so what was reported of it ends with it.
  mutating func orphan(_ slot: Slot, _ decision: inout Decision) {
    let process = sessions.owner(slot).process
    if system.suspended.removeValue(forKey: process) != nil { decision.note(.R60) }
    changeOwnership(slot, &decision) { $0.isOrphaned = true }
    change(slot, &decision) { $0.inactive?.owesSuspensionNotice = false }
  }

  /// Forgets what was reported of a process that has no sessions any more.
  mutating func forgetIfEmpty(_ process: ProcessID) {
    if processes.first(of: process) == .none { system.suspended[process] = nil }
  }
}
