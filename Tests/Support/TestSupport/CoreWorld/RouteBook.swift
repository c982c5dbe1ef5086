import AudioSessionArbitration
import AudioSessionTypes

/// The routes that were reported, as far as the daemon keeps them for the core (R44, R60).
struct RouteBook {
  private var numbers: [DeclaredRoute: UInt64] = [DeclaredRoute(): 0]
  private var machine = DeclaredRoute()
  /// A route of one user's sessions, and the connection that reported it.
  private var users: [UserID: (route: DeclaredRoute, connection: ConnectionID)] = [:]

  /// Takes in a report, and says what it is to the core.
  ///
  /// - Throws: That the reason would have to be inferred, which is the daemon's part.
  mutating func report(
    _ declared: DeclaredRoute?,
    _ reason: RouteChangeReason?,
    by reporter: Reporter
  ) throws(ScenarioFault) -> Event {
    let known = reporter.user.flatMap { users[$0]?.route } ?? machine
    let route = declared ?? known
    guard reason != nil || route == known else {
      throw ScenarioFault("the daemon infers the reason; name it, or say 'only daemon'")
    }
    if let user = reporter.user {
      users[user] = (route, reporter.connection)
    } else {
      machine = route
    }
    return .setRoute(summary(of: route), reason, reporter)
  }

  /// A user's route goes with the connection that reported it.
  mutating func end(_ connection: ConnectionID) {
    users = users.filter { $0.value.connection != connection }
  }

  private mutating func summary(of route: DeclaredRoute) -> RouteSummary {
    let number = numbers[route] ?? UInt64(numbers.count)
    numbers[route] = number
    return RouteSummary(
      number: number,
      hasBuiltInMicrophone: route.inputs.isEmpty || route.inputs.contains("MicrophoneBuiltIn")
    )
  }
}
