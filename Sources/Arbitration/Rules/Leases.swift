import AudioSessionTypes

/// Leases (R48): sessions that end when their time runs out instead of with a connection.
extension Arbiter {
  /// Renews a lease from now on, for `length` or for as long as it was last given.
  mutating func renew(_ id: SessionID, _ length: Duration?, _ decision: inout Decision) {
    let slot = slot(named: id)
    let lease = lease(of: slot)
    decision.reply(.granted(id), Reason(.R48))
    renew(slot, length ?? lease.length, &decision)
  }

  mutating func renew(_ slot: Slot, _ length: Duration, _ decision: inout Decision) {
    let deadline = decision.draft.now.advanced(by: length)
    changeOwnership(slot, &decision) { $0.lease = Lease(length: length, deadline: deadline) }
  }

  /// Opens a lease again by name: configures it with the caller's grants, renews it, and makes the
  /// caller its owner.
  mutating func reopen(_ reopening: Reopening, _ decision: inout Decision) {
    let slot = slot(named: reopening.id)
    _ = lease(of: slot)  // Only a lease can be opened again.
    let wanted = applying(reopening.change, to: sessions[slot].configuration)
    let refusal = refusalOfChange(reopening.change, slot, wanted, reopening.grants, &decision)
    if let refusal { return refuseChange(reopening.id, refusal, &decision) }
    decision.reply(.granted(reopening.id), Reason(.R48))
    takeOver(slot, reopening.owner, &decision)
    renew(slot, reopening.lease, &decision)
    reconfigure(slot, wanted, &decision)
  }

  /// Gives the lease another owner; its scope stays.
  ///
  /// The new owner isn't told of a suspension of the former owner's process (R47).
  private mutating func takeOver(_ slot: Slot, _ owner: Owner, _ decision: inout Decision) {
    let former = sessions.owner(slot).process
    changeOwnership(slot, &decision) {
      $0.owner = owner
      $0.isOrphaned = false
    }
    // Whether the silent switch silences it may depend on its user.
    change(slot, &decision) {
      if former != owner.process { $0.inactive?.owesSuspensionNotice = false }
    }
    forgetIfEmpty(former)
  }

  /// Ends the earliest lease or offer that is due; each of the others gets a decision of its own.
  mutating func passTime(_ decision: inout Decision) {
    guard let due = deadlines.earliest, due.at <= decision.draft.now else { return }
    if due.isLease {
      decision.expiry = .lease(due.id)
      decision.note(.R48)
      close(due.id, .leaseExpired, &decision)
    } else {
      decision.expiry = .offer(due.id)
      lapseOffer(of: slot(named: due.id), &decision)
    }
  }
}
