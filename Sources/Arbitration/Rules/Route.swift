import AudioSessionTypes

/// R40, R44 and R67: changes of route and of its hardware, which are reported; the daemon derives none itself.
extension Arbiter {
  /// Takes a report of a route; without a reason nobody is told of one that has changed.
  mutating func setRoute(
    _ route: RouteSummary,
    _ reason: RouteChangeReason?,
    _ reporter: Reporter,
    _ decision: inout Decision
  ) {
    let before = system.routes
    system.routes.set(route, reporter)
    guard reason != nil || before != system.routes else { return }
    decision.draft.isNumbered = true
    decision.note(.R40)
    if reporter.user != nil { decision.note(.R60) }
    let concerned = sessions.all { slot in
      !sessions[slot].isClosed
        && system.routes.isConcerned(sessions.owner(slot).user, by: reporter)
    }
    if let reason { for slot in concerned { tellOfRoute(slot, reason, &decision) } }
    for slot in concerned { tellOfHardware(slot, since: before, &decision) }
    if reason == .oldDeviceUnavailable { disconnect(concerned, &decision) }
    settleMicrophone(&decision)
  }

  /// Has the session's owner told that the route has changed, which ends an override of it (R69).
  mutating func tellOfRoute(
    _ slot: Slot,
    _ reason: RouteChangeReason,
    _ decision: inout Decision
  ) {
    decision.draft.rerouted.append((slot, reason))
    endOverride(slot, &decision)
  }

  /// R67: has the session's owner told if its route has other hardware than before.
  private func tellOfHardware(_ slot: Slot, since before: Routes, _ decision: inout Decision) {
    let user = sessions.owner(slot).user
    guard before.route(of: user).hardware != system.routes.route(of: user).hardware else { return }
    decision.draft.rerouted.append((slot, nil))
  }

  /// R60: users whose route was reported by this connection have the machine's again.
  mutating func takeBackRoutes(of connection: ConnectionID, _ decision: inout Decision) {
    let before = system.routes
    let users = system.routes.takeBack(connection)
    guard !users.isEmpty else { return }
    decision.draft.isNumbered = true
    let number = system.routes.machine.number
    for slot in sessions.all(where: { !sessions[$0].isClosed }) {
      guard let former = users[sessions.owner(slot).user] else { continue }
      if former.number != number { tellOfRoute(slot, .unknown, &decision) }
      tellOfHardware(slot, since: before, &decision)
    }
    settleMicrophone(&decision)
  }

  /// R44: what plays must not go on from the loudspeaker, and neither must a session that waited
  /// for it.
  private mutating func disconnect(_ concerned: [Slot], _ decision: inout Decision) {
    let stopped = concerned.filter {
      sessions[$0].stopsWithoutItsOutput(mustBeNowPlaying: !policy.routeLossInterruptsAll)
    }
    guard !stopped.isEmpty else { return }
    decision.note(.R44)
    for slot in stopped {
      interrupt(slot, for: .route, reason: .routeDisconnected, rule: .R44, &decision)
    }
    for slot in stopped { dropClaims(of: slot, isSilent: true, &decision) }
  }
}
