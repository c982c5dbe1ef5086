import AudioSessionTypes

/// R40 and R44: the route is another one; the daemon is told and derives nothing.
extension Arbiter {
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
    if let reason {
      let concerned = sessions.all { session in
        !session.isClosed && system.routes.isConcerned(session.owner.user, by: reporter)
      }
      for slot in concerned { reroute(slot, reason, &decision) }
      if reason == .oldDeviceUnavailable { disconnect(concerned, &decision) }
    }
    settleMicrophone(&decision)
  }

  func reroute(_ slot: Slot, _ reason: RouteChangeReason, _ decision: inout Decision) {
    decision.draft.rerouted.append((slot, reason))
  }

  /// R60: users whose route this connection alone told have the machine's again.
  mutating func takeBackRoutes(_ connection: ConnectionID, _ decision: inout Decision) {
    let users = system.routes.takeBack(connection)
    guard !users.isEmpty else { return }
    decision.draft.isNumbered = true
    let concerned = sessions.all { !$0.isClosed && users[$0.owner.user] == true }
    for slot in concerned { reroute(slot, .unknown, &decision) }
    settleMicrophone(&decision)
  }

  /// R44: who plays must not go on from the loudspeaker, nor must who waited for it.
  private mutating func disconnect(_ concerned: [Slot], _ decision: inout Decision) {
    let stopped = concerned.filter { sessions[$0].stopsWithoutItsOutput }
    guard !stopped.isEmpty else { return }
    decision.note(.R44)
    for slot in stopped {
      interrupt(slot, for: .route, reason: .routeDisconnected, rule: .R44, &decision)
    }
    for slot in stopped { dropClaims(of: slot, isSilent: true, &decision) }
  }
}

/// The machine's route, and those of users whom somebody told another one (R60).
struct Routes: Equatable {
  private var machine = RouteSummary.unknown
  private var users: [UserID: UserRoute] = [:]

  private struct UserRoute: Equatable, BitwiseCopyable {
    var route: RouteSummary
    var connection: ConnectionID
  }

  /// The route of the user's sessions.
  func route(of user: UserID) -> RouteSummary { users[user]?.route ?? machine }

  /// Whether a report concerns the user's sessions: the machine's doesn't where one has his own.
  func isConcerned(_ user: UserID, by reporter: Reporter) -> Bool {
    reporter.user.map { $0 == user } ?? (users[user] == nil)
  }

  mutating func set(_ route: RouteSummary, _ reporter: Reporter) {
    if let user = reporter.user {
      users[user] = UserRoute(route: route, connection: reporter.connection)
    } else {
      machine = route
    }
  }

  /// Forgets what a connection told of users.
  ///
  /// - Returns: Those users, each with whether the machine's route is another one.
  mutating func takeBack(_ connection: ConnectionID) -> [UserID: Bool] {
    let told = users.filter { $0.value.connection == connection }
    for user in told.keys { users[user] = nil }
    return told.mapValues { $0.route.number != machine.number }
  }
}
