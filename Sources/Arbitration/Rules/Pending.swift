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
      let candidate = inForce(slot)
      // What keeps it waiting is no news, so that these rules aren't the decision's.
      var ignored = RuleSet()
      guard refusalByOthers(of: candidate, among: Arbiter.inTheWay, &ignored) == nil
      else { continue }
      var recommendation = ResumptionRecommendation.shouldResume
      if candidate.session.isExclusiveNormal, !takesTurn(slot, &decision) {
        recommendation = .shouldNotResume
      }
      let mayResumeUntil = endOfOffer(decision.draft.now)
      change(slot, &decision) {
        $0.inactive?.pendingSince = nil
        // Not to be welcome now takes back no right that it was given before (R11).
        if recommendation == .shouldResume { $0.inactive?.mayResumeUntil = mayResumeUntil }
      }
      decision.draft.invitations.append((candidate.session.id, recommendation))
    }
  }

  /// R34, with `RefusedDisplaces`: a session that has become pending takes the place of those that
  /// wait and that it would interrupt, if its owner hears that it may start.
  mutating func displaceWaiting(by newcomer: Slot, _ decision: inout Decision) {
    guard sessions.owner(newcomer).watchesLifecycle else { return }
    var displaced: [(slot: Slot, reason: Reason)] = []
    gather(.interrupted, newcomer, &displaced, &decision.rules)
    for (slot, reason) in displaced {
      // What a condition blocks waits for its end.
      guard sessions[slot].interrupted?.conditions.isEmpty == true else { continue }
      decision.note(reason)
      displace(slot, &decision)
    }
    let contender = sessions.contender(newcomer)
    for slot in pending.reversed() where slot != newcomer {
      let encounter = interactions.encounter(contender, sessions.contender(slot))
      guard encounter.outcome == .interrupt else { continue }
      decision.note(encounter.reason)
      change(slot, &decision) { $0.inactive?.pendingSince = nil }
      decision.draft.invitations.append((sessions[slot].id, .shouldNotResume))
    }
  }

  /// A session that is interrupted, or holds an offer, will be back, and so counts as active here.
  private static let inTheWay: [Standing] = [.active, .interrupted, .offering]

  /// R30: whether the session, if it were active, would refuse one that is pending.
  mutating func refusesPending(_ slot: Slot) -> Bool {
    let holder = sessions.contender(slot)
    for waiting in pending {
      let candidate = inForce(waiting)
      let holdsMicrophone =
        holder.priority == .phoneCall && candidate.session.captures
        && candidate.contender.priority.level < Priority.phoneCall.level
        && candidate.contender.scope.meets(holder.scope)
      if holdsMicrophone || interactions.encounter(candidate.contender, holder).outcome == .refuse {
        return true
      }
    }
    return false
  }

  /// Takes a session out of the queue of the pending, or puts it at its end.
  mutating func requeue(_ slot: Slot, isPending: Bool) {
    pending.removeAll { $0 == slot }
    if isPending { pending.append(slot) }
  }
}

extension Interactions {
  /// Whether a change of a session with this contender may make room for one that is pending.
  func mayRefuse(_ contender: Contender) -> Bool {
    contender.priority == .phoneCall || contender.priority == .assistant
      || classes.refusingAny.contains(contender.sessionClass)
  }
}
