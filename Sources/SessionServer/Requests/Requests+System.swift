import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// What is said about the machine, and what enforcers say.
extension Server {
  /// The system as it is for the caller's sessions.
  func systemResult(_ inquiry: Inquiry) -> SystemResult {
    let user = inquiry.peer.user
    return SystemResult(
      route: routes[user],
      microphoneMuted: core.arbiter.isMicrophoneMuted(for: user),
      sleeping: core.arbiter.isSleeping(for: user),
      silenced: core.arbiter.isSilenced(for: user)
    )
  }

  /// R44: without a reason, what is known already is no route change; it is noted all the same, as
  /// the route of whom the reporter speaks for (R60).
  func setRoute(_ set: SystemSetRoute, _ inquiry: Inquiry) {
    let reporter = reporter(inquiry)
    let reason = set.reason ?? set.route.reason(after: routes.route(of: reporter))
    let summary = routes.set(set.route, by: reporter)
    decideForSystem(.setRoute(summary, reason, reporter), inquiry)
    formerRoutes = routes
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

  /// R60: what one says without the grant `system` concerns the sessions of one's own user.
  func reporter(_ inquiry: Inquiry) -> Reporter {
    let user = inquiry.grants.holds(.system) ? nil : inquiry.peer.user
    return Reporter(connection: inquiry.connection.id, user: user)
  }

  func attachEnforcer(_ inquiry: Inquiry) {
    let connection = inquiry.connection
    keep(connection)
    let targets = connection.concerned(by: enforcementTargets())
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
