import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// The machine's route, and what was reported for single users' sessions instead (R60).
struct RouteReports {
  private struct Report {
    var route = Route()
    /// The same for equal routes; 0: the one without ports.
    var number: UInt64 = 0
    var connection: ConnectionID?
  }

  private var machine = Report()
  private var users: [UserID: Report] = [:]
  private var count: UInt64 = 0

  /// The route of a user's sessions.
  subscript(user: UserID) -> Route { (users[user] ?? machine).route }

  /// The route of those for whom the reporter speaks.
  func route(of reporter: Reporter) -> Route { reporter.user.map { self[$0] } ?? machine.route }

  /// Takes a report in, in place of the one before.
  ///
  /// - Returns: All that the rules ask of the route.
  mutating func set(_ route: Route, by reporter: Reporter) -> RouteSummary {
    let number = number(of: route)
    let report = Report(route: route, number: number, connection: reporter.connection)
    if let user = reporter.user { users[user] = report } else { machine = report }
    return RouteSummary(number: number, hasBuiltInMicrophone: route.hasBuiltInMicrophone)
  }

  /// Whether the connection told anything of single users.
  func hasReports(of connection: ConnectionID) -> Bool {
    users.values.contains { $0.connection == connection }
  }

  /// A connection has ended: what it told of single users goes with it, the machine's route stays.
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
  /// R43: whether an input is the built-in microphone, or no input is known.
  fileprivate var hasBuiltInMicrophone: Bool {
    inputs.isEmpty || inputs.contains { $0.portType == "MicrophoneBuiltIn" }
  }

  /// Why the route changed from `old` to this one, where nobody says (R44); nil: it didn't.
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

/// What tells a port from others.
private struct PortKey: Hashable {
  var portType: String
  var portID: String

  /// An output that is always there, so that it only gives way to another (R44).
  var isBuiltIn: Bool { portType == "Speaker" || portType == "Receiver" }
}

extension [Port] {
  fileprivate var keys: Set<PortKey> {
    Set(map { PortKey(portType: $0.portType, portID: $0.portID) })
  }
}
