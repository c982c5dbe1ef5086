import AudioSessionTypes

/// R42: a call that follows a ring of its own process continues the ring's interruptions.
///
/// R41, who is spared by a banner ring, bends the pair table and is found in `Encounter.swift`.
extension Arbiter {
  /// Joins the newcomer, if it is a call, to the blockers of all who wait for its process's ring.
  mutating func continueRinging(by slot: Slot, _ decision: inout Decision) {
    let call = sessions[slot]
    guard call.priority == .phoneCall else { return }
    var waiting: [Slot] = []
    var walk = sessions.walk(.active, in: ClassIndex.rings)
    while let ring = walk.next(in: sessions) {
      guard sessions[ring].owner.process == call.owner.process else { continue }
      decision.note(.R42)
      waiting += claims.waiting(for: ring)
    }
    for waiting in waiting where sessions[waiting].owner.process != call.owner.process {
      join(slot, over: waiting, Reason(.R42), &decision)
    }
  }
}
