import AudioSessionTypes

/// R68: what a session's program has muted, and what its user has.
extension Arbiter {
  /// Takes its program's word, which enforcers carry out.
  mutating func muteByProgram(_ slot: Slot, _ report: Report, _ decision: inout Decision) {
    changeMutes(slot, &decision) {
      $0.byProgram.set(.input, report.inputMuted)
      $0.byProgram.set(.output, report.outputMuted)
    }
  }

  /// Takes an enforcer's word of what the user has muted, and whether the user wants to hear what
  /// the program has muted.
  mutating func muteByUser(
    _ id: SessionID,
    _ muted: SoundDirections,
    wantsUnmute: Bool,
    _ reporter: ConnectionID,
    _ decision: inout Decision
  ) {
    let slot = slot(named: id)
    let isWish = wantsUnmute && sessions.mutes(slot).byProgram.contains(.output)
    changeMutes(slot, isWish: isWish, &decision) {
      $0.byUser = muted
      $0.reporter = muted.isEmpty ? nil : reporter
    }
  }

  /// R60: what this connection reported of users' mutes ends with it.
  mutating func takeBackMutes(of connection: ConnectionID, _ decision: inout Decision) {
    let told = sessions.wishing.filter { sessions.mutes($0).reporter == connection }
    guard !told.isEmpty else { return }
    decision.note(.R60)
    for slot in told {
      changeMutes(slot, &decision) {
        $0.byUser = []
        $0.reporter = nil
      }
    }
  }

  private mutating func changeMutes(
    _ slot: Slot,
    isWish: Bool = false,
    _ decision: inout Decision,
    _ body: (inout Mutes) -> Void
  ) {
    var wishes = sessions.wishes(slot)
    let before = wishes.mutes
    body(&wishes.mutes)
    let after = wishes.mutes
    guard after != before || isWish else { return }
    remember(slot, &decision)
    sessions.setWishes(slot, wishes)
    decision.draft.isNumbered = true
    decision.note(.R68)
    guard after.byUser != before.byUser || isWish else { return }
    let effect = Effect.mutesChanged(sessions[slot].id, byUser: after.byUser, wantsUnmute: isWish)
    decision.tell(effect, Reason(.R68))
  }
}
