import AudioSessionTypes

/// The beginning and end of sessions (R48), and the limit on their number (R54).
extension Arbiter {
  mutating func open(_ opening: Opening, _ decision: inout Decision) {
    let configuration = applying(opening.change, to: Configuration())
    if let refusal = illegality(of: opening.change, configuration, opening.grants) {
      return refuseChange(nil, refusal, &decision)
    }
    guard opening.isWithinLimits else {
      return refuseChange(nil, Refusal(.resourceNotAvailable, Reason(.R54)), &decision)
    }
    let session = Session(opening.id, configuration)
    let slot = enter(session, opening.scope, Ownership(owner: opening.owner))
    if session.wantsTitle { nowPlaying.markStale(sessions.zone(slot)) }
    remember(slot, isNew: true, &decision)
    decision.draft.isNumbered = true
    decision.reply(.granted(opening.id), Reason(.R4))
    if let lease = opening.lease { renew(slot, lease, &decision) }
  }

  /// Enters a new session, which is inactive, into the tables.
  mutating func enter(_ session: Session, _ scope: Scope, _ ownership: Ownership) -> Slot {
    let contender = interactions.contender(of: session.configuration, scope)
    let slot = sessions.insert(session, contender, ownership)
    processes.add(slot, ownership.owner.process)
    parties.add(slot, session, scope.application, zone: sessions.zone(slot))
    return slot
  }

  /// Ends one session as if it were deactivated notifying.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - reason: What its owner is told; nil if the owner asked for it.
  ///   - decision: What follows.
  mutating func close(_ id: SessionID, _ reason: ClosingReason?, _ decision: inout Decision) {
    let slot = slot(named: id)
    if reason != .leaseExpired { decision.reply(.granted(id), Reason(.R48)) }
    if let reason { decision.tell(.closed(id, reason), Reason(.R48)) }
    endSession(slot, &decision)
  }

  /// Ends the sessions of one connection or process in one decision; `orphaned`, its leases, go on
  /// without an owner.
  mutating func endSessions(
    _ ended: [SessionID],
    orphaning orphaned: [SessionID],
    _ decision: inout Decision
  ) {
    decision.note(.R48)
    // A session that has ended already is no fault: the caller wants it ended.
    for id in ended {
      if let slot = sessions.slot(of: id) { endSession(slot, &decision) }
    }
    for id in orphaned {
      if let slot = sessions.slot(of: id) { orphan(slot, &decision) }
    }
  }

  private mutating func endSession(_ slot: Slot, _ decision: inout Decision) {
    if claims.hasClaims(slot) { decision.note(.R25) }
    leave(slot, for: .closed, isSilent: false, &decision)
    changeOwnership(slot, &decision) { $0.lease = nil }
    closedSlots.append(slot)
    decision.hasClosed = true
  }

  /// Forgets the sessions that the event before this one closed; until now they could be viewed.
  mutating func removeClosed() {
    guard !closedSlots.isEmpty else { return }
    for slot in closedSlots {
      let process = sessions.owner(slot).process
      parties.remove(slot)
      processes.remove(slot, process)
      forgetIfEmpty(process)
      sessions.remove(slot)
    }
    closedSlots.forgetAll()
  }
}
