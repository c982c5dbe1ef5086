import AudioSessionTypes

/// The machine's route, and those of users for whom another one was reported (R60).
struct Routes: Equatable {
  private(set) var machine = RouteSummary.unknown
  private var users: [UserID: UserRoute] = [:]

  init() {}

  /// Restores routes that were stored.
  init(machine: RouteSummary, users reports: [UserRouteReport]) {
    self.machine = machine
    for report in reports {
      users[report.user] = UserRoute(route: report.route, connection: report.connection)
    }
  }

  /// The routes of users who have their own, by user.
  var ofUsers: [UserRouteReport] {
    users.sorted { $0.key.number < $1.key.number }
      .map { UserRouteReport(user: $0, route: $1.route, connection: $1.connection) }
  }

  private struct UserRoute: Equatable, BitwiseCopyable {
    var route: RouteSummary
    var connection: ConnectionID
  }

  /// The route of the user's sessions.
  func route(of user: UserID) -> RouteSummary { users[user]?.route ?? machine }

  /// Whether a report concerns the user's sessions: the machine's route doesn't where the user has
  /// a route of his own.
  func isConcerned(_ user: UserID, by reporter: Reporter) -> Bool {
    reporter.user.map { $0 == user } ?? (users[user] == nil)
  }

  /// Whether the connection reported a user's route; the machine's outlives its reporter (R60).
  func hasReports(of connection: ConnectionID) -> Bool {
    users.values.contains { $0.connection == connection }
  }

  mutating func set(_ route: RouteSummary, _ reporter: Reporter) {
    if let user = reporter.user {
      users[user] = UserRoute(route: route, connection: reporter.connection)
    } else {
      machine = route
    }
  }

  /// Forgets the users' routes that a connection reported; the machine's route is theirs again.
  ///
  /// - Returns: Those users, each with the route that was forgotten.
  mutating func takeBack(_ connection: ConnectionID) -> [UserID: RouteSummary] {
    let told = users.filter { $0.value.connection == connection }
    for user in told.keys { users[user] = nil }
    return told.mapValues { $0.route }
  }
}
