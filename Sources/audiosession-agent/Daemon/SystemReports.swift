import AudioSessionWire

/// What the agent senses of the machine, as it last told the daemon (R60).
///
/// It is told again to each new daemon, since a report ends with its connection.
struct SystemReports: Equatable {
  /// Nil: nothing was sensed.
  var route: Route?
  /// Asleep or about to be, or in the background while another user has the screen.
  var isSleeping = false
  var isSilenced = false
  /// By the card itself; a key or a mixer that mutes is the user's own matter (R43).
  var isMicrophoneMuted = false
  /// Processes that are stopped or frozen.
  var suspended: Set<Int32> = []

  /// The requests that make out of `former` what is here.
  func requests(since former: SystemReports) -> [(method: Method, parameters: JSONValue)] {
    var requests: [(method: Method, parameters: JSONValue)] = []
    if let route, route != former.route {
      requests.append((.systemSetRoute, SystemReports.parameters(of: route)))
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

  private static func parameters(of route: Route) -> JSONValue {
    func ports(_ ports: [Port]) -> JSONValue {
      .array(
        ports.map {
          [
            "portType": .string($0.portType), "name": .string($0.name),
            "portID": .string($0.portID),
          ]
        }
      )
    }
    return ["inputs": ports(route.inputs), "outputs": ports(route.outputs)]
  }
}
