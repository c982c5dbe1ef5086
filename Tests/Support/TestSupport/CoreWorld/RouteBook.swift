import AudioSessionArbitration
import AudioSessionTypes

/// The routes that were reported, as far as the daemon keeps them for the core (R44, R60).
struct RouteBook {
  private var numbers: [DeclaredRoute: UInt64] = [DeclaredRoute(): 0]
  private var machine = Entry()
  /// A route of one user's sessions, and the connection that reported it.
  private var users: [UserID: (entry: Entry, connection: ConnectionID)] = [:]

  /// A route, and the output volume that is known of its hardware (R67).
  private struct Entry {
    var route = DeclaredRoute()
    var volume: Double?
  }

  /// Takes in a report, and says what it is to the core.
  ///
  /// - Throws: That the reason would have to be inferred, which is the daemon's part.
  mutating func report(
    _ declared: DeclaredRoute?,
    _ reason: RouteChangeReason?,
    by reporter: Reporter
  ) throws(ScenarioFault) -> Event {
    let known = known(to: reporter)
    let route = declared ?? known.route
    guard reason != nil || route == known.route else {
      throw ScenarioFault("the daemon infers the reason; name it, or say 'only daemon'")
    }
    // Ports that are named come without hardware.
    return set(Entry(route: route, volume: declared == nil ? known.volume : nil), reason, reporter)
  }

  /// Takes in a report of another volume of the same ports.
  mutating func report(volume: Double, by reporter: Reporter) -> Event {
    set(Entry(route: known(to: reporter).route, volume: volume), nil, reporter)
  }

  private func known(to reporter: Reporter) -> Entry {
    reporter.user.flatMap { users[$0]?.entry } ?? machine
  }

  private mutating func set(
    _ entry: Entry,
    _ reason: RouteChangeReason?,
    _ reporter: Reporter
  ) -> Event {
    if let user = reporter.user {
      users[user] = (entry, reporter.connection)
    } else {
      machine = entry
    }
    return .setRoute(summary(of: entry), reason, reporter)
  }

  /// A user's route goes with the connection that reported it.
  mutating func end(_ connection: ConnectionID) {
    users = users.filter { $0.value.connection != connection }
  }

  private mutating func summary(of entry: Entry) -> RouteSummary {
    let route = entry.route
    let number = numbers[route] ?? UInt64(numbers.count)
    numbers[route] = number
    return RouteSummary(
      number: number,
      hasBuiltInMicrophone: route.inputs.isEmpty || route.inputs.contains("MicrophoneBuiltIn"),
      hardware: entry.volume.map { UInt64($0 * 100) + 1 } ?? 0
    )
  }
}
