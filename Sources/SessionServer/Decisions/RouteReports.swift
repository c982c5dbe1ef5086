import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// A route as it was reported, with its texts, which are written once and not for each session.
struct ReportedRoute {
  let route: RouteObject
  let text: WrittenValue
  let hardware: SharedMembers

  init(_ route: RouteObject) {
    self.route = route
    text = WrittenValue(route)
    hardware = SharedMembers(RouteHardware(hardware: route.hardware ?? HardwareObject()))
  }
}

/// The machine's route, and the routes reported for single users' sessions instead (R60).
struct RouteReports {
  private struct Report {
    var reported = ReportedRoute(RouteObject())
    /// Equal routes have the same number; the route without ports has 0.
    var number: UInt64 = 0
    /// The same for their hardware; 0 if nothing is known of it.
    var hardware: UInt64 = 0
    var connection: ConnectionID?

    var bytes: Int { reported.text.bytes.count }
  }

  private var machine = Report()
  private var users: [UserID: Report] = [:]
  /// The bytes of the texts of the users' routes.
  private var usersBytes = 0
  private var count: UInt64 = 0

  /// The route of a user's sessions.
  subscript(user: UserID) -> ReportedRoute { (users[user] ?? machine).reported }

  /// Returns the route of the sessions that the reporter reports on.
  func route(of reporter: Reporter) -> RouteObject {
    (reporter.user.map { self[$0] } ?? machine.reported).route
  }

  /// Returns whether there is room for the report in place of the reporter's previous one; for the
  /// machine's there always is.
  private func hasRoom(for reported: ReportedRoute, by reporter: Reporter) -> Bool {
    guard let user = reporter.user else { return true }
    let others = usersBytes - (users[user]?.bytes ?? 0)
    return others + reported.text.bytes.count <= RouteReports.mostBytes
  }

  /// Stores a report in place of the reporter's previous one.
  ///
  /// - Returns: The properties of the route that the rules depend on.
  /// - Throws: If all users' routes would be too long together; the previous report stays.
  mutating func set(
    _ reported: ReportedRoute,
    by reporter: Reporter
  ) throws(RPCError) -> RouteSummary {
    guard hasRoom(for: reported, by: reporter) else {
      throw .limitExceeded(limit: "routeBytes", value: RouteReports.mostBytes)
    }
    let (number, hardware) = (number(of: reported.route), number(ofHardwareOf: reported.route))
    var report = Report(reported: reported, number: number, connection: reporter.connection)
    report.hardware = hardware
    if let user = reporter.user {
      usersBytes += report.bytes - (users.updateValue(report, forKey: user)?.bytes ?? 0)
    } else {
      machine = report
    }
    let hasBuiltInMicrophone = reported.route.hasBuiltInMicrophone
    return RouteSummary(
      number: number,
      hasBuiltInMicrophone: hasBuiltInMicrophone,
      hardware: hardware
    )
  }

  /// Returns whether the connection has reported the route of a single user.
  func hasReports(of connection: ConnectionID) -> Bool {
    users.values.contains { $0.connection == connection }
  }

  /// Removes what an ended connection reported for single users; the machine's route stays.
  mutating func takeBack(_ connection: ConnectionID) {
    users = users.filter { $0.value.connection != connection }
    usersBytes = users.values.reduce(0) { $0 + $1.bytes }
  }

  private mutating func number(of route: RouteObject) -> UInt64 {
    if route.hasPorts(of: RouteObject()) { return 0 }
    if let same = report(of: { $0.hasPorts(of: route) }) { return same.number }
    count += 1
    return count
  }

  private mutating func number(ofHardwareOf route: RouteObject) -> UInt64 {
    guard route.hardware ?? HardwareObject() != HardwareObject() else { return 0 }
    if let same = report(of: { $0.hardware == route.hardware }) { return same.hardware }
    count += 1
    return count
  }

  /// The machine's report, or the first of a user, of such a route.
  private func report(of isSuch: (RouteObject) -> Bool) -> Report? {
    if isSuch(machine.reported.route) { return machine }
    return users.values.first { isSuch($0.reported.route) }
  }

  /// The most bytes that the texts of all users' routes have together.
  static let mostBytes = 3 << 20
}

/// The routes that were told last: those of one user's sessions are mostly told of the same change.
final class LatestRoutes {
  private var latest: (former: WrittenValue, current: WrittenValue, members: SharedMembers)?

  /// Returns the latest members if they are of the same routes, and otherwise writes them.
  func members(from former: WrittenValue, to current: WrittenValue) -> SharedMembers {
    let members: SharedMembers
    if let latest, (latest.former, latest.current) == (former, current) {
      members = latest.members
    } else {
      members = SharedMembers(RouteChangeRoutes(previousRoute: former, currentRoute: current))
    }
    // Arrays that share their memory are equal without a look at it, so the ones asked for are kept.
    latest = (former, current, members)
    return members
  }
}

extension RouteObject {
  /// Whether an input is the built-in microphone, or no input is known (R43).
  fileprivate var hasBuiltInMicrophone: Bool {
    inputs.isEmpty || inputs.contains { $0.portType == "MicrophoneBuiltIn" }
  }

  /// Returns why the route changed from `old` to this one if the reporter doesn't know (R44); nil if
  /// it didn't change.
  func reason(after old: RouteObject) -> RouteChangeReason? {
    guard !hasPorts(of: old) else { return nil }
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
