import AudioSessionTypes

/// R45 and R51: hints about the sound of other sessions.
extension Arbiter {
  /// R45: sends the hint to each session that was and is active in the foreground, and whose hint
  /// has changed.
  mutating func announceHints(_ decision: inout Decision) {
    var concerned: [RankedSlot] = []
    if !decision.draft.sourcesBefore.isEmpty { gather(decision, &concerned) }
    for place in decision.draft.touched.indices {
      let slot = decision.draft.touched[place].slot
      let level = decision.draft.touched[place].before.priority.level
      if level != sessions[slot].priority.level { consider(slot, decision, &concerned) }
    }
    guard !concerned.isEmpty else { return }
    if concerned.count > 1 { concerned.sort(by: >) }
    for ranked in concerned {
      let isSilenced = isHinted(sessions[ranked.slot], sessions.zone(ranked.slot))
      decision.emit(.hint(ranked.id, isSilenced: isSilenced), Reason(.R45))
    }
  }

  /// Whether a session should silence its secondary audio (R45).
  func isHinted(_ session: Session, _ zone: Int32) -> Bool {
    parties.heard(zone, session.priority.level).silences(session.scope.application)
  }

  /// Appends the sessions whose hint the sources have changed; a source without a zone is heard in
  /// all of them.
  private func gather(_ decision: borrowing Decision, _ concerned: inout [RankedSlot]) {
    if decision.draft.sourcesBefore.unzoned == nil {
      for zone in decision.draft.sourcesBefore.zones.keys { gather(zone, decision, &concerned) }
      gather(Zones.none, decision, &concerned)
    } else {
      for zone in 0..<Int32(sessions.zones.count) where sessions.hasActive(zone: zone) {
        gather(zone, decision, &concerned)
      }
    }
  }

  private func gather(
    _ zone: Int32,
    _ decision: borrowing Decision,
    _ concerned: inout [RankedSlot]
  ) {
    for level in 1...4 {
      let before = parties.heard(zone, level, before: decision.draft.sourcesBefore)
      let after = parties.heard(zone, level)
      guard before != after else { continue }
      if case .only(let one) = before, case .only(let other) = after {
        gather(one, zone: zone, level: level, decision, &concerned)
        gather(other, zone: zone, level: level, decision, &concerned)
      } else if case .only(let one) = before, after == .several {
        gather(one, zone: zone, level: level, decision, &concerned)
      } else if case .only(let one) = after, before == .several {
        gather(one, zone: zone, level: level, decision, &concerned)
      } else {
        // All but one application, or all, hear silence on one side and sound on the other.
        let classes = interactions.classes.classes(ofLevel: level)
        var walk = sessions.walk(.active, in: classes, zone: zone)
        while let slot = walk.next(in: sessions) {
          considerOfSameLevel(slot, level, decision, &concerned)
        }
      }
    }
  }

  /// Considers one application's sessions in a zone.
  private func gather(
    _ application: ApplicationID,
    zone: Int32,
    level: Int,
    _ decision: borrowing Decision,
    _ concerned: inout [RankedSlot]
  ) {
    var slot = parties.first(of: application, zone)
    while slot != .none {
      if sessions[slot].priority.level == level {
        considerOfSameLevel(slot, level, decision, &concerned)
      }
      slot = parties.next(after: slot)
    }
  }

  /// Considers a session unless its level of priority changed in this decision: `announceHints` has
  /// considered it then.
  private func considerOfSameLevel(
    _ slot: Slot,
    _ level: Int,
    _ decision: borrowing Decision,
    _ concerned: inout [RankedSlot]
  ) {
    if let place = decision.draft.place(of: slot),
      decision.draft.touched[place].before.priority.level != level
    {
      return
    }
    consider(slot, decision, &concerned)
  }

  /// Appends the session if it was and is active in the foreground, and its hint has changed.
  private func consider(
    _ slot: Slot,
    _ decision: borrowing Decision,
    _ concerned: inout [RankedSlot]
  ) {
    guard sessions[slot].state == .active, sessions[slot].isForeground else { return }
    var level = sessions[slot].priority.level
    if let place = decision.draft.place(of: slot) {
      let isInFront =
        decision.draft.touched[place].before.state == .active
        && decision.draft.touched[place].before.isForeground
      guard isInFront else { return }
      level = decision.draft.touched[place].before.priority.level
    }
    let session = sessions[slot]
    let zone = sessions.zone(slot)
    let before = parties.heard(zone, level, before: decision.draft.sourcesBefore)
    let isNews = before.silences(session.scope.application) != isHinted(session, zone)
    if isNews { concerned.append(RankedSlot(slot, session)) }
  }

  /// R51: the length of a voice prompt.
  func promptStyle(for session: Session) -> PromptStyle {
    var style = PromptStyle.normal
    var walk = sessions.walk(
      .active,
      in: interactions.classes.overPrompts,
      around: session.scope
    )
    while let slot = walk.next(in: sessions) {
      let other = sessions[slot]
      guard other.scope.meets(session.scope) else { continue }
      if other.priority == .assistant && other.isRecording { return .none }
      style = .short
    }
    return style
  }
}
