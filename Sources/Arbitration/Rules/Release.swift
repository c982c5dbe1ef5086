import AudioSessionTypes

/// Section 5: deactivation, and the sessions that it releases (R22 to R26).
extension Arbiter {
  mutating func deactivate(_ id: SessionID, _ notifyOthers: Bool, _ decision: inout Decision) {
    let slot = slot(named: id)
    let session = sessions[slot]
    guard let rule = deactivationRule(session, decision.draft.now) else {
      decision.reply(.granted(id), Reason(.R22))
      return forgetRefusal(slot)
    }
    decision.reply(.granted(id), Reason(rule))
    if session.isPlaying || session.isRecording { decision.note(.R23) }
    let alwaysNotifies = session.priority != .normal && policy.aboveNormalNotifies
    // R30: a session that declines an offer doesn't take it from those that wait for it.
    let isSilent = !notifyOthers && !alwaysNotifies && session.inactive?.offer == nil
    if !notifyOthers && alwaysNotifies { decision.note(.R25) }
    forgetRefusal(slot)
    leave(slot, isSilent: isSilent, &decision)
  }

  /// The rule of what the deactivation ends: an activation, an interruption, an offer, a suspension
  /// that its owner has not been told of, a wait for an invitation, or the right to activate from
  /// the background; nil if it ends nothing.
  private func deactivationRule(_ session: Session, _ now: Instant) -> Rule? {
    switch session.phase {
    case .active: return .R24
    case .interrupted: return .R29
    case .inactive(let it):
      if it.offer != nil { return .R30 }
      if it.owesSuspensionNotice { return .R47 }
      if it.pendingSince != nil { return .R34 }
      return session.mayResume(at: now) ? .R11 : nil
    case .closed: return nil
    }
  }

  /// Makes a session inactive and releases its claims; it waits for nothing any more.
  ///
  /// - Parameters:
  ///   - slot: The session.
  ///   - phase: Inactive or closed.
  ///   - isSilent: Whether the sessions that waited for it are kept from resuming (R24).
  ///   - decision: What follows.
  mutating func leave(
    _ slot: Slot,
    for phase: Phase = .inactive(Inactive()),
    isSilent: Bool,
    _ decision: inout Decision
  ) {
    claims.removeBlockers(of: slot)
    change(slot, &decision) { $0.phase = phase }
    dropClaims(of: slot, isSilent: isSilent, &decision)
  }

  /// R24: takes a session out of all others' blockers, and frees those that nothing else blocks.
  mutating func dropClaims(of slot: Slot, isSilent: Bool, _ decision: inout Decision) {
    let id = sessions[slot].id
    while let waiting = claims.popClaim(of: slot) {
      unblock(waiting, by: id, isSilent: isSilent, &decision)
    }
  }

  /// Takes a blocker, whose claim has been removed, off a session.
  mutating func unblock(
    _ waiting: Slot,
    by blocker: SessionID,
    isSilent: Bool,
    _ decision: inout Decision
  ) {
    change(waiting, &decision) {
      $0.interrupted?.blockers.remove(blocker)
      if isSilent { $0.interrupted?.isPoisoned = true }
    }
    free(waiting, &decision)
  }

  /// Ends a condition that blocks a session (R43, R50).
  mutating func lift(_ condition: Conditions, from slot: Slot, _ decision: inout Decision) {
    change(slot, &decision) { $0.interrupted?.conditions.subtract(condition) }
    free(slot, &decision)
  }

  /// Frees the session if nothing blocks it any more.
  private mutating func free(_ slot: Slot, _ decision: inout Decision) {
    if let it = sessions[slot].interrupted, it.blockers.isEmpty, it.hasMoreBlockers {
      findMoreBlockers(of: slot, &decision)
    }
    if let it = sessions[slot].interrupted, it.blockers.isEmpty, it.conditions.isEmpty {
      decision.draft.freed.append(slot)
    }
  }

  /// Ends the interruptions of all sessions that have been freed, in waves: a session that is not
  /// told to resume frees those that wait for it, and they make the next wave (R30, R31).
  ///
  /// `apply` calls it for every event; `reconfigure` calls it before, because its own R37 and R39
  /// must find the freed sessions inactive.
  mutating func release(_ decision: inout Decision) {
    while !decision.draft.freed.isEmpty {
      var wave: [FreedSlot] = []
      for slot in decision.draft.freed {
        if let freed = FreedSlot(slot, sessions[slot]) { wave.append(freed) }
      }
      decision.draft.freed.forgetAll()
      if wave.count > 1 { wave.sort(by: >) }
      for freed in wave {
        if let it = sessions[freed.ranked.slot].interrupted { end(it, freed, &decision) }
      }
    }
  }

  /// R34: ends an interruption whose place another session has taken; its owner is told at once.
  mutating func displace(_ slot: Slot, _ decision: inout Decision) {
    guard let freed = FreedSlot(slot, sessions[slot]) else { return }
    decision.draft.endings.append(
      Draft.Ending(
        id: freed.ranked.id,
        shouldResume: false,
        isTold: true,
        reason: Reason(.R34),
        turn: freed
      )
    )
    leave(slot, isSilent: false, &decision)
  }

  /// Ends one interruption (R24); the session keeps its claims if it is made an offer (R30).
  private mutating func end(
    _ interruption: Interrupted,
    _ freed: FreedSlot,
    _ decision: inout Decision
  ) {
    let slot = freed.ranked.slot
    let shouldResume = shouldResume(slot, interruption, &decision)
    let isTold = !interruption.isPoisoned || policy.endedOnSilentDeactivation
    decision.draft.endings.append(
      Draft.Ending(
        id: freed.ranked.id,
        shouldResume: shouldResume,
        isTold: isTold,
        reason: Reason(interruption.origin.reason == .builtInMicMuted ? .R43 : .R24),
        turn: freed
      )
    )
    if shouldResume { decision.note(.R26) }
    let offer = shouldResume ? offer(to: slot, &decision) : nil
    let mayResumeUntil = shouldResume && isTold ? endOfOffer(decision.draft.now) : nil
    change(slot, &decision) {
      $0.phase = .inactive(Inactive(offer: offer, mayResumeUntil: mayResumeUntil))
    }
    if offer == nil, claims.hasClaims(slot) {
      decision.note(.R30)
      dropClaims(of: slot, isSilent: false, &decision)
    }
  }
}

/// A freed session's place in R13's order: the most recently interrupted is the greatest, and of
/// those interrupted in one decision the latest activated.
struct FreedSlot: Comparable, BitwiseCopyable {
  var interrupted: UInt64
  var ranked: RankedSlot

  /// Nil if the session isn't interrupted any more.
  init?(_ slot: Slot, _ session: Session) {
    guard let origin = session.interrupted?.origin else { return nil }
    interrupted = origin.moment.seq
    ranked = RankedSlot(slot, session)
  }

  static func < (left: FreedSlot, right: FreedSlot) -> Bool {
    (left.interrupted, left.ranked) < (right.interrupted, right.ranked)
  }
}
