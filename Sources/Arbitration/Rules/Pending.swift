import AudioSessionTypes

/// Section 7: who was refused is invited when nobody is in the way any more (R34, R35).
extension Arbiter {
  /// Invites the pending whom nobody would refuse, the newest refused first.
  mutating func invite(_ decision: inout Decision) {
    guard decision.draft.mayInvite, !pending.isEmpty else { return }
    for slot in pending.reversed() {
      let session = sessions[slot]
      var notes = RuleSet()
      guard refusalByOthers(of: session, among: Arbiter.inTheWay, &notes) == nil else { continue }
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

  /// Who is interrupted, or holds an offer, will be back: it counts as active here.
  private static let inTheWay: [Standing] = [.active, .interrupted, .offering]

  /// R30: whether the session, were it active, would refuse one that is pending.
  func refusesPending(_ slot: Slot) -> Bool {
    let holder = sessions[slot]
    return pending.contains { waiting in
      let session = sessions[waiting]
      guard session.scope.meets(holder.scope) else { return false }
      let holdsMicrophone =
        holder.priority == .phoneCall && session.captures
        && session.priority.level < Priority.phoneCall.level
      return holdsMicrophone
        || encounter(sessions.contender(waiting), sessions.contender(slot)).outcome == .refuse
    }
  }

  /// Keeps the queue of refused sessions in step, and notes when asking them again may matter.
  mutating func queue(
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
