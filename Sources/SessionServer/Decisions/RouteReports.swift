import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

/// The machine's route, and the routes reported for single users' sessions instead (R60).
struct RouteReports {
  private struct Report {
    var route = Route()
    /// Equal routes have the same number; the route without ports has 0.
    var number: UInt64 = 0
    var connection: ConnectionID?
  }

  private var machine = Report()
  private var users: [UserID: Report] = [:]
  private var count: UInt64 = 0

  /// The route of a user's sessions.
  subscript(user: UserID) -> Route { (users[user] ?? machine).route }

  /// Returns the route of the sessions that the reporter reports on.
  func route(of reporter: Reporter) -> Route { reporter.user.map { self[$0] } ?? machine.route }

  /// Stores a report in place of the reporter's previous one.
  ///
  /// - Returns: The properties of the route that the rules depend on.
  mutating func set(_ route: Route, by reporter: Reporter) -> RouteSummary {
    let number = number(of: route)
    let report = Report(route: route, number: number, connection: reporter.connection)
    if let user = reporter.user { users[user] = report } else { machine = report }
    return RouteSummary(number: number, hasBuiltInMicrophone: route.hasBuiltInMicrophone)
  }

  /// Returns whether the connection has reported the route of a single user.
  func hasReports(of connection: ConnectionID) -> Bool {
    users.values.contains { $0.connection == connection }
  }

  /// Removes what an ended connection reported for single users; the machine's route stays.
  mutating func takeBack(_ connection: ConnectionID) {
    users = users.filter { $0.value.connection != connection }
  }

  private mutating func number(of route: Route) -> UInt64 {
    if route == Route() { return 0 }
    if route == machine.route { return machine.number }
    if let report = users.values.first(where: { $0.route == route }) { return report.number }
    count += 1
    return count
  }
}

extension Route {
  /// Whether an input is the built-in microphone, or no input is known (R43).
  fileprivate var hasBuiltInMicrophone: Bool {
    inputs.isEmpty || inputs.contains { $0.portType == "MicrophoneBuiltIn" }
  }

  /// Returns why the route changed from `old` to this one if the report gives no reason (R44); nil
  /// if it didn't change.
  func reason(after old: Route) -> RouteChangeReason? {
    guard self != old else { return nil }
    let newOutputs = outputs.keys.subtracting(old.outputs.keys)
    let lost = old.outputs.keys.subtracting(outputs.keys)
    if lost.contains(where: { !$0.isBuiltIn || newOutputs.isEmpty }) {
      return .oldDeviceUnavailable
    }
    let newInputs = inputs.keys.subtracting(old.inputs.keys)
    return newOutputs.isEmpty && newInputs.isEmpty
      ? .routeConfigurationChange : .newDeviceAvailable
  }
}

/// The properties that identify a port.
private struct PortKey: Hashable {
  var portType: String
  var portID: String

  /// Whether the port is an output that is always present, and so is only superseded, never lost
  /// (R44).
  var isBuiltIn: Bool { portType == "Speaker" || portType == "Receiver" }
}

extension [Port] {
  fileprivate var keys: Set<PortKey> {
    Set(map { PortKey(portType: $0.portType, portID: $0.portID) })
  }
}
