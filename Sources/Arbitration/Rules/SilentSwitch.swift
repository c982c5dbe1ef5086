import AudioSessionTypes

/// R62: the silent switch.
extension Arbiter {
  /// Silences the session if the switch concerns it, or lets it sound again; `change` calls it.
  mutating func settleSilence(_ slot: Slot, _ moment: Moment) {
    let isSilenced = isSilenced(slot)
    guard let active = sessions[slot].active, active.isSilenced != isSilenced else { return }
    sessions.update(slot) { $0.active?.isSilenced = isSilenced }
    if isSilenced { sessions.updateIncidents(slot) { $0.silencedSince = moment } }
  }

  private func isSilenced(_ slot: Slot) -> Bool {
    system.holds(.silenced, for: sessions.owner(slot).user) && sessions[slot].fallsSilent
  }

  /// Silences the sessions that the switch concerns, or lets them sound again.
  mutating func settleSilentSwitch(_ decision: inout Decision) {
    // The change itself works out which of them are silenced.
    let isAffected = { slot in isSilenced(slot) != sessions[slot].active?.isSilenced }
    for slot in sessions.slots(.active, where: isAffected) { change(slot, &decision) { _ in } }
  }
}
