import AudioSessionJSON
import AudioSessionWire

/// The state of the machine, as last reported to the daemon (R60).
///
/// It is reported again on each new connection, since a report ends with its connection.
struct SystemReports: Equatable {
  /// Nil if none is known yet.
  var route: RouteReport?
  /// What is known of its devices; it is reported with the route.
  var hardware: HardwareObject?
  /// Whether the machine sleeps or is about to, or another user has the screen.
  var isSleeping = false
  var isSilenced = false
  /// Whether the card mutes in hardware; muting by a key or mixer is the user's own matter (R43).
  var isMicrophoneMuted = false
  /// The pids of processes that are stopped or frozen.
  var suspended: Set<Int32> = []

  /// The requests that report the differences from `former`.
  func requests(since former: SystemReports) -> [(method: Method, parameters: JSONValue)] {
    var requests: [(method: Method, parameters: JSONValue)] = []
    if let route, (route, hardware) != (former.route, former.hardware) {
      // Whoever wasn't told of a route before is told of none that has changed.
      let reason = former.route.flatMap { $0 == route ? nil : route.reason }
      var told = route.route
      told.hardware = hardware
      requests.append((.systemSetRoute, SystemSetRoute(route: told, reason: reason).json))
    }
    if isSilenced != former.isSilenced {
      requests.append((.systemSetSilenced, ["silenced": .bool(isSilenced)]))
    }
    if isMicrophoneMuted != former.isMicrophoneMuted {
      requests.append((.systemSetMicrophoneMuted, ["muted": .bool(isMicrophoneMuted)]))
    }
    for pid in suspended.symmetricDifference(former.suspended).sorted() {
      let isSuspended = JSONValue.bool(suspended.contains(pid))
      requests.append(
        (.systemSetProcessSuspended, ["pid": .number(String(pid)), "suspended": isSuspended])
      )
    }
    if isSleeping != former.isSleeping {
      requests.append((.systemSetSleeping, ["sleeping": .bool(isSleeping)]))
    }
    return requests
  }
}
