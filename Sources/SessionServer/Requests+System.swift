import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// What is said about the machine, and what enforcers say.
extension Server {
  func systemResult(_ inquiry: Inquiry) -> SystemResult {
    SystemResult(
      route: route,
      microphoneMuted: core.arbiter.isMicrophoneMuted(for: inquiry.peer.user),
      sleeping: core.arbiter.isSleeping(for: inquiry.peer.user)
    )
  }

  func setRoute(_ set: SystemSetRoute, _ inquiry: Inquiry) {
    guard set.reason != nil || set.route != route else { return answer(EmptyResult(), inquiry) }
    let reason = set.reason ?? set.route.reason(after: route)
    previousRoute = route
    route = set.route
    decideForSystem(.setRoute(reason), inquiry)
    previousRoute = route
  }

  func setSuspended(_ set: SystemSetProcessSuspended, _ inquiry: Inquiry) {
    guard let process = processes.living(pid: set.pid) else {
      return answer(EmptyResult(), inquiry)
    }
    decideForSystem(.setSuspended(process.id, set.suspended, reporter(inquiry)), inquiry)
  }

  func decideForSystem(_ event: Event, _ inquiry: Inquiry) {
    decide(event, inquiry.cause(), for: inquiry.requester(.empty))
  }

  /// R60: what one says without `admin` concerns the sessions of its own user.
  func reporter(_ inquiry: Inquiry) -> Reporter {
    let user = inquiry.grants.holds(.admin) ? nil : inquiry.peer.user
    return Reporter(connection: inquiry.connection.id, user: user)
  }

  func attachEnforcer(_ inquiry: Inquiry) {
    let connection = inquiry.connection
    keep(connection)
    let targets = enforcementTargets()
    connection.lastTargets = targets
    gate.attach(connection.id)
    gate.sent(core.arbiter.seq, to: connection.id)
    answer(EnforcementResult(seq: core.arbiter.seq, targets: targets), inquiry)
  }

  func acknowledge(_ applied: EnforcementApplied, _ inquiry: Inquiry) {
    release(gate.acknowledge(applied.seq, by: inquiry.connection.id))
    answer(EmptyResult(), inquiry)
  }
}

extension Route {
  /// Why the route changed from `old` to this one, where nobody says (R44).
  func reason(after old: Route) -> RouteChangeReason {
    let outputs = Set(outputs.map(\.portID))
    if !old.outputs.allSatisfy({ outputs.contains($0.portID) }) { return .oldDeviceUnavailable }
    let known = Set((old.inputs + old.outputs).map(\.portID))
    let all = inputs + self.outputs
    return all.allSatisfy { known.contains($0.portID) }
      ? .routeConfigurationChange : .newDeviceAvailable
  }
}
