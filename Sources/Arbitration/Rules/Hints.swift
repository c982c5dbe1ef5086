import AudioSessionTypes

/// R45 and R51: hints about the sound of other sessions.
extension Arbiter {
  /// R45: sends the hint to each session that was and is active in the foreground, and whose hint
  /// has changed.
  mutating func announceHints(_ decision: inout Decision) {
    var concerned: [RankedSlot] = []
    swap(&concerned, &decision.draft.hinted)
    concerned.forgetAll()
    if !decision.draft.sourcesBefore.isEmpty { gather(&decision, &concerned) }
    for place in decision.draft.touched.indices {
      let slot = decision.draft.touched[place].slot
      let level = decision.draft.touched[place].before.level
      if level != sessions.contender(slot).priority.level { consider(slot, &decision, &concerned) }
    }
    if concerned.count > 1 { concerned.sort(by: >) }
    for ranked in concerned {
      decision.emit(.hint(ranked.id, isSilenced: isHinted(ranked.slot)), Reason(.R45))
    }
    swap(&concerned, &decision.draft.hinted)
  }

  /// Whether a session should silence its secondary audio (R45).
  @inline(__always)
  func isHinted(_ slot: Slot) -> Bool {
    let contender = sessions.contender(slot)
    return parties.heard(sessions.zone(slot), contender.priority.level)
      .silences(contender.scope.application)
  }

  /// Appends the sessions whose hint the sources have changed; a source without a zone is heard in
  /// all of them.
  private mutating func gather(_ decision: inout Decision, _ concerned: inout [RankedSlot]) {
    if decision.draft.sourcesBefore.unzoned == nil {
      for zone in decision.draft.sourcesBefore.zones.keys { gather(zone, &decision, &concerned) }
      gather(Zones.none, &decision, &concerned)
    } else {
      for zone in 0..<Int32(sessions.zones.count) where !sessions.classes(zone, .active).isEmpty {
        gather(zone, &decision, &concerned)
      }
    }
  }

  private mutating func gather(
    _ zone: Int32,
    _ decision: inout Decision,
    _ concerned: inout [RankedSlot]
  ) {
    for level in 1...4 {
      let before = parties.heard(zone, level, before: decision.draft.sourcesBefore)
      let after = parties.heard(zone, level)
      guard before != after else { continue }
      if before != .nothing && after != .nothing {
        if case .only(let one) = before { gather(one, zone, level, &decision, &concerned) }
        if case .only(let one) = after { gather(one, zone, level, &decision, &concerned) }
      } else {
        // All but one application, or all, hear silence on one side and sound on the other.
        let classes = interactions.classes.classes(ofLevel: level)
        var walk = sessions.walk(.active, in: classes, zone: zone)
        while let slot = walk.next(in: sessions) {
          considerOfSameLevel(slot, level, &decision, &concerned)
        }
      }
    }
  }

  /// Considers one application's sessions in a zone.
  private mutating func gather(
    _ application: ApplicationID,
    _ zone: Int32,
    _ level: Int,
    _ decision: inout Decision,
    _ concerned: inout [RankedSlot]
  ) {
    var slot = parties.first(of: application, zone)
    while slot != .none {
      if sessions.contender(slot).priority.level == level {
        considerOfSameLevel(slot, level, &decision, &concerned)
      }
      slot = parties.next(after: slot)
    }
  }

  /// Considers a session unless its level of priority changed in this decision: `announceHints` has
  /// considered it then.
  private mutating func considerOfSameLevel(
    _ slot: Slot,
    _ level: Int,
    _ decision: inout Decision,
    _ concerned: inout [RankedSlot]
  ) {
    if let place = decision.draft.place(of: slot),
      decision.draft.touched[place].before.level != level
    {
      return
    }
    consider(slot, &decision, &concerned)
  }

  /// Appends the session if it was and is active in the foreground, and its hint has changed.
  private mutating func consider(
    _ slot: Slot,
    _ decision: inout Decision,
    _ concerned: inout [RankedSlot]
  ) {
    guard sessions[slot].isActive, sessions[slot].isForeground else { return }
    var level = sessions.contender(slot).priority.level
    if let place = decision.draft.place(of: slot) {
      let isInFront =
        decision.draft.touched[place].before.state == .active
        && decision.draft.touched[place].before.isForeground
      guard isInFront else { return }
      level = decision.draft.touched[place].before.level
    }
    let before = parties.heard(sessions.zone(slot), level, before: decision.draft.sourcesBefore)
    let isNews = before.silences(sessions.scope(slot).application) != isHinted(slot)
    if isNews { concerned.append(RankedSlot(slot, sessions[slot])) }
  }

  /// R51: the length of a voice prompt.
  func promptStyle(for slot: Slot) -> PromptStyle {
    let scope = sessions.scope(slot)
    var style = PromptStyle.normal
    var walk = sessions.walk(
      .active,
      in: interactions.classes.overPrompts,
      around: scope
    )
    while let other = walk.next(in: sessions) {
      let contender = sessions.contender(other)
      guard contender.scope.meets(scope) else { continue }
      if contender.priority == .assistant && sessions[other].isRecording { return .none }
      style = .short
    }
    return style
  }
}
