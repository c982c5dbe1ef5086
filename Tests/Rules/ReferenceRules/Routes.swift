import AudioSessionArbitration
import AudioSessionTypes

/// R40, R44, R60: the machine's route, and those that users have of their own.
extension NaiveArbiter {
  struct UserRoute: Equatable {
    var user: UserID
    var connection: ConnectionID
    var route: RouteSummary
  }

  func route(of user: UserID) -> RouteSummary {
    userRoutes.first { $0.user == user }?.route ?? machineRoute
  }

  mutating func changeRoute(
    _ route: RouteSummary,
    _ reason: RouteChangeReason?,
    _ reporter: Reporter
  ) {
    // Who has a route of his own isn't concerned by the machine's.
    let concerned = sessions.filter { session in
      if let user = reporter.user { return session.user == user }
      return !userRoutes.contains { $0.user == session.user }
    }
    let before = self
    changeSurroundings { arbiter in
      guard let user = reporter.user else { return arbiter.machineRoute = route }
      arbiter.userRoutes.removeAll { $0.user == user }
      let own = UserRoute(user: user, connection: reporter.connection, route: route)
      arbiter.userRoutes.append(own)
      arbiter.userRoutes.sort { $0.user.number < $1.user.number }
    }
    if let reason {
      round.isNumbered = true
      for session in concerned { round.routes.append((session.id, reason)) }
    }
    tellOfHardware(since: before)
    if reason == .oldDeviceUnavailable { stopPlayers(concerned.map(\.id)) }
  }

  /// R44; what waited is released silently, since nothing may start to play from the loudspeaker.
  private mutating func stopPlayers(_ concerned: [SessionID]) {
    let players = concerned.map { self[$0] }.filter { session in
      guard session.isPlaying, session.isNormal,
        session.prefers(.prefersInterruptionOnRouteDisconnect)
      else { return false }
      if !policy.routeLossInterruptsAll { return isNowPlaying(session) }
      return !session.isMixable && !session.captures
    }
    for player in players { interrupt(player.id, .route, .routeDisconnected) }
    for player in players { release(player.id, isSilent: true) }
  }

  /// R67: every session whose route has other hardware than before.
  private mutating func tellOfHardware(since before: NaiveArbiter) {
    for session in sessions
    where before.route(of: session.user).hardware != route(of: session.user).hardware {
      round.routes.append((session.id, nil))
    }
  }

  /// R60: their users' sessions have the machine's route again.
  mutating func tellOfReturn(from taken: [UserRoute], since before: NaiveArbiter) {
    for own in taken where own.route.number != machineRoute.number {
      for session in sessions where session.user == own.user {
        round.routes.append((session.id, .unknown))
      }
    }
    tellOfHardware(since: before)
  }
}
