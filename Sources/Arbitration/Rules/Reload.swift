import AudioSessionTypes

/// R61: a new policy, and what it makes of the roles that sessions have (R66).
extension Arbiter {
  /// Puts the policy in force in a decision of its own; no interruption begins or ends by it.
  mutating func reload(_ policy: Policy, _ decision: inout Decision) {
    self.policy = policy
    interactions = Interactions(policy, naming: &kindNames)
    outdateRoles(&decision)
    policySince = decision.draft.moment
    decision.draft.isNumbered = true
    decision.draft.mayInvite = true
    decision.note(.R61)
    restartAllDucking(&decision)
  }

  /// R66: a session keeps the kind that its role was like if the role is gone, or is like another
  /// kind now.
  private mutating func outdateRoles(_ decision: inout Decision) {
    for slot in sessions.all(where: { $0.configuration.role != nil }) {
      var session = sessions[slot]
      guard let role = session.configuration.role else { continue }
      decision.draft.remember(slot, session)
      if self.role(role.kind)?.like != role.like {
        session.configuration.role?.isOutdated = true
        decision.note(.R66)
      }
      sessions.update(slot, session, contender(of: session))
    }
  }
}
