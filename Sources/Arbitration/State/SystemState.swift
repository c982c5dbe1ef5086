import AudioSessionTypes

/// A condition of the machine that connections report, and that holds while any of them does.
enum ReportedCondition: Int, CaseIterable {
  /// The built-in microphone is muted in hardware (R43).
  case microphoneMuted
  /// The machine sleeps, or is about to (R50).
  case sleeping
  /// The silent switch is on (R62).
  case silenced
}

/// The connections' reports about the machine; each lasts as long as its connection (R60).
struct SystemState: Equatable {
  var routes = Routes()
  /// The reporters of each suspended process (R47).
  ///
  /// Only processes that have sessions are here, and only with a reporter, so that it can't outgrow
  /// the sessions.
  var suspended: [ProcessID: [Reporter]] = [:]
  /// By the condition's raw value.
  private var reporters = [[Reporter]](repeating: [], count: ReportedCondition.allCases.count)

  /// The reporters of a condition; it holds for the users that they speak for.
  subscript(condition: ReportedCondition) -> [Reporter] {
    get { reporters[condition.rawValue] }
    set { reporters[condition.rawValue] = newValue }
  }

  /// Whether the condition holds for the user's sessions.
  func holds(_ condition: ReportedCondition, for user: UserID) -> Bool {
    self[condition].cover(user)
  }

  /// Whether the connection has reported anything that still stands; hardly any connection has.
  func hasReports(of connection: ConnectionID) -> Bool {
    reporters.contains { $0.contains(connection) } || routes.hasReports(of: connection)
      || suspended.values.contains { $0.contains(connection) }
  }

  /// R43: whether a mute stops the user's recordings; the switch is the built-in microphone's, so
  /// that a route without it goes on.
  func mutesMicrophone(of user: UserID) -> Bool {
    holds(.microphoneMuted, for: user) && routes.route(of: user).hasBuiltInMicrophone
  }
}

extension [Reporter] {
  /// Whether any of them speaks for the user's sessions.
  func cover(_ user: UserID) -> Bool { contains { ($0.user ?? user) == user } }

  func contains(_ connection: ConnectionID) -> Bool { contains { $0.connection == connection } }

  func removing(_ connection: ConnectionID) -> [Reporter] {
    filter { $0.connection != connection }
  }

  /// The list after the reporter has said that something holds, or that it doesn't.
  ///
  /// A connection has one report, its latest: its rights may have changed since the one before.
  func setting(_ reporter: Reporter, to holds: Bool) -> [Reporter] {
    if holds && contains(reporter) { return self }
    return removing(reporter.connection) + (holds ? [reporter] : [])
  }
}
