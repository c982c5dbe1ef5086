import AudioSessionTypes

/// R45 and R51: what is derived for each session from the others.
extension Arbiter {
  /// R45: tells who was and is active in the foreground, where the answer is another one now.
  mutating func announceHints(_ decision: inout Decision) {
    let before = decision.draft.hintsBefore
    let after = processes.hints
    guard before != after, before.count < 2 || after.count < 2 else { return }
    var concerned: [RankedSlot] = []
    if before.count > 0 && after.count > 0 {
      // Somebody sounds before and after: only who was, or is, alone with it can see a difference.
      gather(before.only, before, after, decision, &concerned)
      gather(after.only, before, after, decision, &concerned)
    } else {
      var walk = sessions.walk(.active)
      while let slot = walk.next(in: sessions) {
        consider(slot, before, after, decision, &concerned)
      }
    }
    concerned.sort(by: >)
    for ranked in concerned {
      let session = sessions[ranked.slot]
      let isSilenced = after.silence(session.owner.process)
      decision.emit(.hint(session.id, isSilenced: isSilenced), Reason(.R45))
    }
  }

  private func gather(
    _ process: ProcessID?,
    _ before: HintSources,
    _ after: HintSources,
    _ decision: borrowing Decision,
    _ concerned: inout [RankedSlot]
  ) {
    guard let process else { return }
    var slot = processes.first(of: process)
    while slot != .none {
      consider(slot, before, after, decision, &concerned)
      slot = processes.next(after: slot)
    }
  }

  private func consider(
    _ slot: Slot,
    _ before: HintSources,
    _ after: HintSources,
    _ decision: borrowing Decision,
    _ concerned: inout [RankedSlot]
  ) {
    let session = sessions[slot]
    let process = session.owner.process
    guard before.silence(process) != after.silence(process) else { return }
    let was = decision.draft.before(slot) ?? session
    guard was.state == .active, was.isForeground, session.state == .active, session.isForeground
    else { return }
    concerned.append(RankedSlot(slot, session))
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
