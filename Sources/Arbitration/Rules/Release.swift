import AudioSessionTypes

/// Section 5: deactivation, and the sessions that it releases (R22 to R26).
extension Arbiter {
  mutating func deactivate(_ id: SessionID, _ notifyOthers: Bool, _ decision: inout Decision) {
    let slot = slot(named: id)
    let session = sessions[slot]
    let isIdle =
      session.state == .inactive && session.offer == nil && session.pendingSince == nil
      && !session.owesSuspensionNotice && !session.mayResume(at: decision.draft.now)
    guard !isIdle else {
      decision.reply(.granted(id), Reason(.R22))
      return forgetRefusal(slot, &decision)
    }
    decision.reply(.granted(id), Reason(deactivationRule(session)))
    if session.isPlaying || session.isRecording { decision.note(.R23) }
    // R30: a session that declines an offer doesn't take it from those that wait for it.
    let isSilent = !notifyOthers && session.priority == .normal && session.offer == nil
    if !notifyOthers && session.priority != .normal { decision.note(.R25) }
    leave(slot, isSilent: isSilent, &decision) { $0.lastRefusal = nil }
  }

  /// The rule of what the deactivation ends: an activation, an interruption, an offer, a suspension
  /// that its owner has not been told of, or a wait for an invitation.
  private func deactivationRule(_ session: Session) -> Rule {
    switch session.state {
    case .active: return .R24
    case .interrupted: return .R29
    case .inactive:
      if session.offer != nil { return .R30 }
      if session.owesSuspensionNotice { return .R47 }
      return session.pendingSince != nil ? .R34 : .R11
    }
  }

  /// Makes a session inactive and releases its claims; it waits for nothing any more.
  ///
  /// - Parameters:
  ///   - slot: The session.
  ///   - isSilent: Whether the sessions that waited for it are kept from resuming (R24).
  ///   - decision: What follows.
  ///   - also: Further changes of the session.
  mutating func leave(
    _ slot: Slot,
    isSilent: Bool,
    _ decision: inout Decision,
    _ also: (inout Session) -> Void
  ) {
    claims.removeBlockers(of: slot)
    change(slot, &decision) {
      $0.clearWaiting()
      $0.mayResumeUntil = nil
      $0.state = .inactive
      $0.isRecording = false
      also(&$0)
    }
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
      $0.blockers.remove(blocker)
      if isSilent { $0.isPoisoned = true }
    }
    free(waiting, &decision)
  }

  /// Ends a condition that blocks a session (R43, R50).
  mutating func lift(_ condition: Conditions, from slot: Slot, _ decision: inout Decision) {
    change(slot, &decision) { $0.conditions.remove(condition) }
    free(slot, &decision)
  }

  /// Frees the session if nothing blocks it any more.
  private mutating func free(_ slot: Slot, _ decision: inout Decision) {
    if sessions[slot].blockers.isEmpty && sessions[slot].hasMoreBlockers {
      findMoreBlockers(of: slot, &decision)
    }
    let session = sessions[slot]
    if session.blockers.isEmpty && session.conditions.isEmpty { decision.draft.freed.append(slot) }
  }

  /// Ends the interruptions of all sessions that have been freed, in waves: a session that is not
  /// told to resume frees those that wait for it, and they make the next wave (R30, R31).
  ///
  /// `apply` calls it for every event; `reconfigure` calls it before, because its own R37 and R39
  /// must find the freed sessions inactive.
  mutating func release(_ decision: inout Decision) {
    while !decision.draft.freed.isEmpty {
      var wave: [FreedSlot] = []
      for slot in decision.draft.freed { wave.append(FreedSlot(slot, sessions[slot])) }
      decision.draft.freed.removeAll(keepingCapacity: true)
      if wave.count > 1 { wave.sort(by: >) }
      for freed in wave where sessions[freed.ranked.slot].state == .interrupted {
        endInterruption(freed, &decision)
      }
    }
  }

  /// Ends one interruption (R24); the session keeps its claims if it is made an offer (R30).
  private mutating func endInterruption(_ freed: FreedSlot, _ decision: inout Decision) {
    let slot = freed.ranked.slot
    let session = sessions[slot]
    let shouldResume = shouldResume(session, &decision)
    let isTold = !session.isPoisoned || policy.endedOnSilentDeactivation
    decision.draft.endings.append(
      Draft.Ending(
        id: session.id,
        shouldResume: shouldResume,
        isTold: isTold,
        reason: Reason(session.interruption?.reason == .builtInMicMuted ? .R43 : .R24),
        turn: freed
      )
    )
    if shouldResume { decision.note(.R26) }
    let offer = shouldResume ? offer(to: slot, &decision) : nil
    let mayResumeUntil = shouldResume && isTold ? endOfOffer(decision.draft.now) : nil
    change(slot, &decision) {
      $0.clearWaiting()
      $0.state = .inactive
      $0.offer = offer
      $0.mayResumeUntil = mayResumeUntil
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

  init(_ slot: Slot, _ session: Session) {
    interrupted = session.interruption?.moment.seq ?? 0
    ranked = RankedSlot(slot, session)
  }

  static func < (left: FreedSlot, right: FreedSlot) -> Bool {
    (left.interrupted, left.ranked) < (right.interrupted, right.ranked)
  }
}
