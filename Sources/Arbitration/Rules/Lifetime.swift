import AudioSessionTypes

/// How sessions come and go: R48, and the limits' part of R54.
extension Arbiter {
  mutating func open(_ opening: Opening, _ decision: inout Decision) {
    let configuration = applying(opening.change, to: Configuration())
    if let refusal = illegality(of: opening.change, configuration, opening.grants) {
      return refuseChange(nil, refusal, &decision)
    }
    guard opening.isWithinLimits else {
      return refuseChange(nil, Refusal(.resourceNotAvailable, Reason(.R54)), &decision)
    }
    let session = Session(opening.id, opening.owner, opening.scope, configuration)
    let slot = sessions.insert(session, contender(of: session))
    processes.enlist(slot, opening.owner.process)
    parties.enlist(slot, session, zone: sessions.zone(slot))
    if session.wantsTitle { nowPlaying.note(sessions.zone(slot)) }
    decision.draft.remember(slot, sessions[slot], isNew: true)
    decision.reply(.granted(opening.id), Reason(.R4))
    if let lease = opening.lease { renew(slot, lease, &decision) }
  }

  /// Ends one session as if deactivated notifying; `reason` is told to an owner who didn't ask.
  mutating func close(_ id: SessionID, _ reason: ClosingReason?, _ decision: inout Decision) {
    let slot = slot(named: id)
    if reason != .leaseExpired { decision.reply(.granted(id), Reason(.R48)) }
    if let reason { decision.draft.closed.append((id, reason)) }
    end(slot, &decision)
  }

  private mutating func end(_ slot: Slot, _ decision: inout Decision) {
    if claims.hasClaims(slot) { decision.note(.R25) }
    leave(slot, isSilent: false, &decision) {
      $0.isClosed = true
      $0.lease = nil
    }
    graveyard.append(slot)
  }

  /// R48: the sessions of one connection or process end in one decision, and its leases go on
  /// without an owner.
  mutating func end(
    _ ended: [SessionID],
    orphaning orphaned: [SessionID],
    _ decision: inout Decision
  ) {
    decision.note(.R48)
    // One that has ended already is no fault: that is what was wanted.
    for id in ended {
      if let slot = sessions.slot(of: id) { end(slot, &decision) }
    }
    for id in orphaned {
      if let slot = sessions.slot(of: id) { orphan(slot, &decision) }
    }
  }

  /// R60: unmuted, awake and running again, as far as this connection alone had said otherwise.
  mutating func takeBack(_ connection: ConnectionID, _ decision: inout Decision) {
    let before = system
    mute(system.muted.without(connection), &decision)
    sleep(system.sleeping.without(connection), &decision)
    silence(system.silenced.without(connection), &decision)
    takeBackSuspensions(connection, &decision)
    takeBackRoutes(connection, &decision)
    if before != system { decision.note(.R60) }
  }
}
