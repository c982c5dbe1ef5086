import AudioSessionTypes

/// R62: the silent switch; who is silenced is asked in `change`.
extension Arbiter {
  mutating func setSilenced(
    _ isSilenced: Bool,
    _ reporter: Reporter,
    _ decision: inout Decision
  ) {
    silence(system.silenced.saying(isSilenced, reporter), &decision)
    note(reporter, among: system.silenced, &decision)
  }

  mutating func silence(_ reporters: [Reporter], _ decision: inout Decision) {
    guard system.silenced != reporters else { return }
    system.silenced = reporters
    decision.draft.isNumbered = true
    decision.note(.R62)
    var concerned: [Slot] = []
    var walk = sessions.walk(.active)
    while let slot = walk.next(in: sessions) {
      let session = sessions[slot]
      let isSilenced = session.fallsSilent && system.isSilenced(session.owner.user)
      if isSilenced != session.isSilenced { concerned.append(slot) }
    }
    // The change itself works out who is silenced.
    for slot in concerned { change(slot, &decision) { _ in } }
  }
}
