import AudioSessionTypes

/// R45 and R51: what is derived for each session from the others.
extension Arbiter {
  /// R45: tells who was and is active in the foreground, where the answer is another one now.
  mutating func announceHints(_ decision: inout Decision) {
    let before = decision.draft.hintsBefore
    let after = processes.hints
    var concerned: [RankedSlot] = []
    if before != after && (before.count < 2 || after.count < 2) {
      gather(before, after, decision, &concerned)
    }
    if let moved = decision.draft.moved, isHintNews(moved, before, after, decision) {
      concerned.append(RankedSlot(moved, sessions[moved]))
    }
    if concerned.count > 1 { concerned.sort(by: >) }
    for ranked in concerned {
      let session = sessions[ranked.slot]
      let isSilenced = after.silence(session.owner.process)
      decision.emit(.hint(session.id, isSilenced: isSilenced), Reason(.R45))
    }
  }

  /// Everybody to whom the sources make a difference, without a session that changed its process.
  private func gather(
    _ before: HintSources,
    _ after: HintSources,
    _ decision: borrowing Decision,
    _ concerned: inout [RankedSlot]
  ) {
    guard before.count > 0 && after.count > 0 else {
      var walk = sessions.walk(.active)
      while let slot = walk.next(in: sessions) {
        consider(slot, before, after, decision, &concerned)
      }
      return
    }
    // Somebody sounds before and after: only who was, or is, alone with it can see a difference.
    for process in [before.only, after.only] {
      guard let process else { continue }
      var slot = processes.first(of: process)
      while slot != .none {
        consider(slot, before, after, decision, &concerned)
        slot = processes.next(after: slot)
      }
    }
  }

  private func consider(
    _ slot: Slot,
    _ before: HintSources,
    _ after: HintSources,
    _ decision: borrowing Decision,
    _ concerned: inout [RankedSlot]
  ) {
    guard decision.draft.moved != slot, isHintNews(slot, before, after, decision) else { return }
    concerned.append(RankedSlot(slot, sessions[slot]))
  }

  private func isHintNews(
    _ slot: Slot,
    _ before: HintSources,
    _ after: HintSources,
    _ decision: borrowing Decision
  ) -> Bool {
    let session = sessions[slot]
    let was = decision.draft.before(slot) ?? session
    let isInFront = session.state == .active && session.isForeground
    guard isInFront, was.state == .active, was.isForeground else { return false }
    return before.silence(was.owner.process) != after.silence(session.owner.process)
  }

  /// R51: whether, and how long, a voice prompt may be.
  func promptStyle(for session: Session) -> PromptStyle {
    var style = PromptStyle.normal
    var walk = sessions.walk(.active, in: ClassIndex.overPrompts)
    while let slot = walk.next(in: sessions) {
      let other = sessions[slot]
      guard other.owner.process != session.owner.process else { continue }
      if other.priority == .assistant && other.isRecording { return .none }
      style = .short
    }
    return style
  }
}
