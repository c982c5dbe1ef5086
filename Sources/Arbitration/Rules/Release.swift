import AudioSessionTypes

/// Section 5: deactivation, and what it releases (R22 to R25), with R29 to R31 where one leads to
/// the other.
extension Arbiter {
  mutating func deactivate(_ id: SessionID, _ notifyOthers: Bool, _ decision: inout Decision) {
    let slot = slot(named: id)
    let session = sessions[slot]
    let isIdle =
      session.state == .inactive && session.offer == nil && session.pendingSince == nil
      && !session.awaitsWaking && !session.mayResume(at: decision.draft.now)
    guard !isIdle else {
      decision.reply(.granted(id), Reason(.R22))
      return forgetRefusal(slot, &decision)
    }
    decision.reply(.granted(id), Reason(deactivationRule(session)))
    if session.isPlaying || session.isRecording { decision.note(.R23) }
    // R30: who declines an offer doesn't rob the one behind it.
    let isSilent = !notifyOthers && session.priority == .normal && session.offer == nil
    if !notifyOthers && session.priority != .normal { decision.note(.R25) }
    leave(slot, isSilent: isSilent, &decision) { $0.lastRefusal = nil }
  }

  /// What a deactivation ends: an activation, an interruption, an offer or a waiting.
  private func deactivationRule(_ session: Session) -> Rule {
    switch session.state {
    case .active: return .R24
    case .interrupted: return .R29
    case .inactive:
      if session.offer != nil { return .R30 }
      if session.awaitsWaking { return .R47 }
      return session.pendingSince != nil ? .R34 : .R11
    }
  }

  /// Makes a session inactive and releases what it held; it waits for nothing any more.
  mutating func leave(
    _ slot: Slot,
    isSilent: Bool,
    _ decision: inout Decision,
    _ also: (inout Session) -> Void
  ) {
    while claims.popBlocker(of: slot) != nil {}
    change(slot, &decision) {
      $0.clearWaiting()
      $0.mayResumeUntil = nil
      $0.state = .inactive
      $0.isRecording = false
      also(&$0)
    }
    dropClaims(of: slot, isSilent: isSilent, &decision)
  }

  /// R24: takes a session out of everybody's blockers; whom nothing else blocks is freed.
  mutating func dropClaims(of slot: Slot, isSilent: Bool, _ decision: inout Decision) {
    let id = sessions[slot].id
    while let waiting = claims.popClaim(of: slot) {
      unblock(waiting, by: id, isSilent: isSilent, &decision)
    }
  }

  /// Makes a session wait for a blocker no longer, whose claim has been taken away.
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

  /// Takes away what blocks a session and is no other session (R43, R50).
  mutating func lift(_ condition: Conditions, from slot: Slot, _ decision: inout Decision) {
    change(slot, &decision) { $0.conditions.remove(condition) }
    free(slot, &decision)
  }

  /// Frees a session that nothing blocks any more.
  private mutating func free(_ slot: Slot, _ decision: inout Decision) {
    if sessions[slot].blockers.isEmpty && sessions[slot].hasMoreBlockers {
      findMoreBlockers(of: slot, &decision)
    }
    let session = sessions[slot]
    if session.blockers.isEmpty && session.conditions.isEmpty { decision.draft.freed.append(slot) }
  }

  /// Ends the interruptions of all who are freed, in waves: whoever has nothing to take up frees
  /// those that wait for it at once, and they come after (R30, R31).
  mutating func release(_ decision: inout Decision) {
    while !decision.draft.freed.isEmpty {
      var wave: [FreedSlot] = []
      for slot in decision.draft.freed { wave.append(FreedSlot(slot, sessions[slot])) }
      decision.draft.freed.removeAll(keepingCapacity: true)
      if wave.count > 1 { wave.sort(by: >) }
      for freed in wave where sessions[freed.ranked.slot].state == .interrupted {
        end(freed, &decision)
      }
    }
  }

  /// R24: ends one interruption, and R30: decides whether its claims outlive it.
  private mutating func end(_ freed: FreedSlot, _ decision: inout Decision) {
    let slot = freed.ranked.slot
    let session = sessions[slot]
    let shouldResume = mayResume(session, &decision)
    decision.draft.endings.append(
      Draft.Ending(
        id: session.id,
        shouldResume: shouldResume,
        isTold: !session.isPoisoned || policy.endedOnSilentDeactivation,
        reason: Reason(session.interruption?.reason == .builtInMicMuted ? .R43 : .R24),
        turn: freed
      )
    )
    if shouldResume { decision.note(.R26) }
    let offer = shouldResume ? offer(to: slot, &decision) : nil
    let isTold = !session.isPoisoned || policy.endedOnSilentDeactivation
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

  /// R24's three conditions, the third being R31's: of non-mixable normal sessions, those are told
  /// that meet none told before.
  private func mayResume(_ session: Session, _ decision: inout Decision) -> Bool {
    guard session.wasPlaying, !session.isPoisoned else { return false }
    guard session.isExclusiveNormal else { return true }
    let isFirst = decision.draft.turns.take(session.scope)
    if !isFirst { decision.note(.R31) }
    return isFirst
  }

  /// R30: an offer, if others wait for the session, or it would refuse one that is pending.
  private func offer(to slot: Slot, _ decision: inout Decision) -> Offer? {
    guard policy.resumeOffer != .zero, claims.hasClaims(slot) || refusesPending(slot) else {
      return nil
    }
    decision.note(.R30)
    let deadline = policy.resumeOffer.map { decision.draft.now.advanced(by: $0) }
    return Offer(deadline: deadline, moment: decision.draft.moment)
  }

  /// When an offer that is made now lapses, and with it the right to come that R11 gives.
  func endOfOffer(_ now: Instant) -> Instant {
    policy.resumeOffer.map { now.advanced(by: $0) } ?? .distantFuture
  }
}

/// A freed session's turn: the most recently interrupted is the greatest, among those of one
/// decision the latest activated (R13).
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
