import AudioSessionTypes

/// Section 6: sessions that wait for one another (R28), and offers to resume (R30, R31).
extension Arbiter {
  /// R28: the newcomer joins the blockers of a session that is interrupted already; the session is
  /// told nothing.
  mutating func join(
    _ blocker: Slot,
    over slot: Slot,
    _ cause: Reason,
    _ decision: inout Decision
  ) {
    let isFull = !claims.hasRoom(over: slot)
    if isFull && sessions[slot].interrupted?.hasMoreBlockers == true { return }
    guard !claims.contains(blocker, over: slot) else { return }
    guard !isFull else {
      return change(slot, &decision) { $0.interrupted?.hasMoreBlockers = true }
    }
    let id = sessions[blocker].id
    decision.note(.R28)
    decision.note(cause)
    claims.add(blocker, over: slot, cause, decision.draft.moment)
    change(slot, &decision) { $0.interrupted?.blockers.add(id) }
  }

  /// R28: replaces the recorded blockers, once the last of them has gone, by the active sessions
  /// that would interrupt this one now; there had been more blockers than are recorded.
  mutating func findMoreBlockers(of slot: Slot, _ decision: inout Decision) {
    change(slot, &decision) { $0.interrupted?.hasMoreBlockers = false }
    var blockers: [(slot: Slot, reason: Reason)] = []
    let waiting = sessions.contender(slot)
    var walk = sessions.walk(.active, around: waiting.scope)
    while let other = walk.next(in: sessions) {
      let contender = sessions.contender(other)
      let encounter = interactions.encounter(contender, waiting)
      guard encounter.outcome == .interrupt else { continue }
      if contender.like.interruptsOnlyPlayingSpeech && !sessions[slot].playsOrPlayed { continue }
      blockers.append((other, encounter.reason))
    }
    for blocker in blockers { join(blocker.slot, over: slot, blocker.reason, &decision) }
  }

  /// Checks R24's three conditions for telling the session to resume.
  ///
  /// The third is R31's: among the non-mixable normal sessions freed by one decision, no two that
  /// meet are told to resume.
  mutating func shouldResume(
    _ slot: Slot,
    _ interruption: Interrupted,
    _ decision: inout Decision
  ) -> Bool {
    guard interruption.wasPlaying, !interruption.isPoisoned else { return false }
    guard sessions[slot].isExclusiveNormal else { return true }
    let isFirst = takesTurn(slot, &decision)
    if !isFirst { decision.note(.R31) }
    return isFirst
  }

  /// R31: takes the session's turn, unless one that it meets has been told to resume.
  func takesTurn(_ slot: Slot, _ decision: inout Decision) -> Bool {
    var scope = sessions.scope(slot)
    // Where sessions of one application meet, each is as good as an application of its own.
    if policy.meetWithinApplication {
      scope.application = ApplicationID(sessions[slot].id.number)
    }
    return decision.draft.turns.take(scope)
  }

  /// R30: the offer to a session that is told to resume; nil if nobody waits for it and it would
  /// refuse none of the pending.
  mutating func offer(to slot: Slot, _ decision: inout Decision) -> Offer? {
    guard policy.resumeOffer != .zero, claims.hasClaims(slot) || refusesPending(slot) else {
      return nil
    }
    decision.note(.R30)
    let deadline = policy.resumeOffer.map { decision.draft.now.advanced(by: $0) }
    return Offer(moment: decision.draft.moment, deadline: deadline)
  }

  /// When an offer made now lapses, and with it the right to activate from the background (R11).
  func endOfOffer(_ now: Instant) -> Instant {
    policy.resumeOffer.map { now.advanced(by: $0) } ?? .distantFuture
  }

  /// R30: the offer lapses, and with it the claims of the session that held it.
  mutating func lapseOffer(of slot: Slot, _ decision: inout Decision) {
    decision.note(.R30)
    change(slot, &decision) { $0.inactive?.offer = nil }
    dropClaims(of: slot, isSilent: false, &decision)
  }
}
