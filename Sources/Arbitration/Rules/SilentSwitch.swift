import AudioSessionTypes

/// R62: the silent switch.
extension Arbiter {
  /// Whether the switch silences the session; `change` keeps the answer with it.
  func isSilenced(_ session: Session) -> Bool {
    session.fallsSilent && system.holds(.silenced, for: session.owner.user)
  }

  /// Silences the sessions that the switch concerns, or lets them sound again.
  mutating func settleSilentSwitch(_ decision: inout Decision) {
    // The change itself works out which of them are silenced.
    for slot in sessions.slots(.active, where: { isSilenced($0) != $0.isSilenced }) {
      change(slot, &decision) { _ in }
    }
  }
}
