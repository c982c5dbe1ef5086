import AudioSessionTypes

/// R62: the silent switch.
extension Arbiter {
  /// Whether the switch silences the session, which `change` keeps.
  func isSilenced(_ session: Session) -> Bool {
    system.isSilenced(session.owner.user) && session.fallsSilent
  }

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
      if isSilenced(sessions[slot]) != sessions[slot].isSilenced { concerned.append(slot) }
    }
    // The change itself works out who is silenced.
    for slot in concerned { change(slot, &decision) { _ in } }
  }
}
