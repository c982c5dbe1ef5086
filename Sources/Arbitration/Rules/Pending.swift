import AudioSessionTypes

/// Section 7: a refused session is invited once no other is in its way (R34, R35).
extension Arbiter {
  /// Invites the pending sessions that nothing would refuse now, the latest refused first.
  ///
  /// Each is judged as its activation would be, with its role as that is now (R66): one that was
  /// judged otherwise would be invited, refused and invited again, for ever.
  mutating func invite(_ decision: inout Decision) {
    guard decision.draft.mayInvite, !pending.isEmpty else { return }
    for slot in pending.reversed() {
      let session = inForce(sessions[slot])
      // What keeps it waiting is no news, so that these rules aren't the decision's.
      var ignored = RuleSet()
      guard refusalByOthers(of: session, among: Arbiter.inTheWay, &ignored) == nil else { continue }
      var recommendation = ResumptionRecommendation.shouldResume
      if session.isExclusiveNormal {
        if !decision.draft.turns.take(session.scope) { recommendation = .shouldNotResume }
      }
      let isWelcome = recommendation == .shouldResume
      let mayResumeUntil = isWelcome ? endOfOffer(decision.draft.now) : nil
      change(slot, &decision) {
        $0.pendingSince = nil
        $0.mayResumeUntil = mayResumeUntil
      }
      decision.draft.invitations.append((session.id, recommendation))
    }
  }

  /// A session that is interrupted, or holds an offer, will be back, and so counts as active here.
  private static let inTheWay: [Standing] = [.active, .interrupted, .offering]

  /// R30: whether the session, if it were active, would refuse one that is pending.
  func refusesPending(_ slot: Slot) -> Bool {
    let holder = sessions[slot]
    return pending.contains { waiting in
      let session = inForce(sessions[waiting])
      guard session.scope.meets(holder.scope) else { return false }
      let holdsMicrophone =
        holder.priority == .phoneCall && session.captures
        && session.priority.level < Priority.phoneCall.level
      return holdsMicrophone
        || encounter(contender(of: session), sessions.contender(slot)).outcome == .refuse
    }
  }

  /// Follows a session's change in the queue of the pending, and requests a look at the queue where
  /// the change may have made room.
  mutating func updatePending(
    _ slot: Slot,
    _ before: Session,
    _ after: Session,
    _ decision: inout Decision
  ) {
    if before.pendingSince != after.pendingSince {
      if before.pendingSince != nil { pending.removeAll { $0 == slot } }
      if after.pendingSince != nil { pending.append(slot) }
    }
    guard !pending.isEmpty else { return }
    if after.pendingSince != nil || mayRefuse(before) || mayRefuse(after) {
      decision.draft.mayInvite = true
    }
  }

  private func mayRefuse(_ session: Session) -> Bool {
    session.priority == .phoneCall || session.priority == .assistant
      || interactions.classes.refusingAny.contains(contender(of: session).sessionClass)
  }
}
