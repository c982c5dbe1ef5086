import AudioSessionTypes

/// Sessions that belong to time instead of a connection, and what else time ends (R30).
extension Arbiter {
  mutating func renew(_ id: SessionID, _ length: Duration?, _ decision: inout Decision) {
    let slot = slot(named: id)
    let lease = lease(of: slot)
    decision.reply(.granted(id), Reason(.R48))
    renew(slot, length ?? lease.length, &decision)
  }

  mutating func renew(_ slot: Slot, _ length: Duration, _ decision: inout Decision) {
    let deadline = decision.draft.now.advanced(by: length)
    change(slot, &decision) { $0.lease = Lease(length: length, deadline: deadline) }
  }

  /// A lease opened again by name: configured with the caller's grants, renewed, and taken over.
  mutating func reopen(_ reopening: Reopening, _ decision: inout Decision) {
    let slot = slot(named: reopening.id)
    _ = lease(of: slot)  // Only a lease can be opened again.
    var wanted = sessions[slot]
    wanted.configuration = applying(reopening.change, to: wanted.configuration)
    wanted.owner = reopening.owner
    if let refusal = refusal(of: reopening.change, slot, wanted, reopening.grants, &decision) {
      return refuseChange(reopening.id, refusal, &decision)
    }
    decision.reply(.granted(reopening.id), Reason(.R48))
    takeOver(slot, reopening.owner, &decision)
    renew(slot, reopening.lease, &decision)
    reconfigure(slot, wanted.configuration, &decision)
  }

  /// The opener's process owns the lease from now on; what befell the former one is past (R47).
  ///
  /// Its scope stays, and so it stands to all others as it did.
  private mutating func takeOver(_ slot: Slot, _ owner: Owner, _ decision: inout Decision) {
    let former = sessions[slot].owner.process
    let isMove = former != owner.process
    change(slot, &decision) {
      $0.owner = owner
      $0.isOrphaned = false
      if isMove { $0.awaitsWaking = false }
    }
    forgetIfEmpty(former)
  }

  /// Ends what is due first; what is due as well has its own turn, and its own decision.
  mutating func passTime(_ decision: inout Decision) {
    guard let due = deadlines.earliest, due.at <= decision.draft.now else { return }
    if due.isLease {
      decision.expiry = .lease(due.id)
      decision.note(.R48)
      close(due.id, .leaseExpired, &decision)
    } else {
      decision.expiry = .offer(due.id)
      decision.note(.R30)
      let slot = slot(named: due.id)
      change(slot, &decision) { $0.offer = nil }
      dropClaims(of: slot, isSilent: false, &decision)
    }
  }

  /// R61: a new policy is a decision of its own; no interruption begins or ends by it.
  mutating func reload(_ policy: Policy, _ decision: inout Decision) {
    self.policy = policy
    interactions = Interactions(policy, naming: &kindNames)
    outdateRoles(&decision)
    policySince = decision.draft.moment
    decision.draft.isNumbered = true
    decision.draft.mayInvite = true
    decision.note(.R61)
    duckAnew(&decision)
  }
}
