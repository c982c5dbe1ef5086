import AudioSessionTypes

/// R61: a new policy, and what it makes of the roles that sessions have (R66).
extension Arbiter {
  /// Puts the policy in force in a decision of its own; no interruption begins or ends by it.
  mutating func reload(_ policy: Policy, _ decision: inout Decision) {
    // Their gains may change with the policy's.
    for slot in sessions.slots(.active, where: { _ in true }) { remember(slot, &decision) }
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
  /// kind now; of the others, the place in the table may be another.
  private mutating func outdateRoles(_ decision: inout Decision) {
    for slot in sessions.all() {
      guard let role = sessions[slot].configuration.role else { continue }
      if self.role(role.kind)?.like != role.like {
        decision.note(.R66)
        change(slot, restartingDucking: false, &decision) {
          $0.configuration.role?.isOutdated = true
        }
      }
      let configuration = sessions[slot].configuration
      sessions.relist(slot, interactions.contender(of: configuration, sessions.scope(slot)))
    }
  }
}
