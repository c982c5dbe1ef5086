import AudioSessionTypes

/// R40 and R44: the route is another one; the daemon is told and derives nothing.
extension Arbiter {
  mutating func setRoute(_ reason: RouteChangeReason, _ decision: inout Decision) {
    decision.draft.isNumbered = true
    decision.note(.R40)
    for slot in sessions.all where !sessions[slot].isClosed { reroute(slot, reason, &decision) }
    if reason == .oldDeviceUnavailable { disconnect(&decision) }
  }

  func reroute(_ slot: Slot, _ reason: RouteChangeReason, _ decision: inout Decision) {
    decision.draft.rerouted.append(slot)
    decision.draft.routeReason = reason
  }

  /// R44: who is Now Playing must not go on from the loudspeaker, nor must who waited for it.
  private mutating func disconnect(_ decision: inout Decision) {
    guard let slot = nowPlaying.holder, sessions[slot].state == .active,
      sessions[slot].configuration.preferences.contains(.prefersInterruptionOnRouteDisconnect)
    else { return }
    decision.note(.R44)
    interrupt(slot, .routeDisconnected, .route, .R44, &decision)
    dropClaims(of: slot, isSilent: true, &decision)
  }
}
