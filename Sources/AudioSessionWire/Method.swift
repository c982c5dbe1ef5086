/// Every method there is; the raw value is its name on the wire.
package enum Method: String, CaseIterable, Sendable, BitwiseCopyable {
  case hello
  case sessionOpen = "session.open"
  case sessionConfigure = "session.configure"
  case sessionActivate = "session.activate"
  case sessionDeactivate = "session.deactivate"
  case sessionReport = "session.report"
  case sessionRenew = "session.renew"
  case sessionClose = "session.close"
  case sessionGet = "session.get"
  case sessionList = "session.list"
  case alertRequest = "alert.request"
  case eventsSubscribe = "events.subscribe"
  case policyGet = "policy.get"
  case policyExplain = "policy.explain"
  case policySimulate = "policy.simulate"
  case serverStatus = "server.status"
  case serverLog = "server.log"
  case discover = "rpc.discover"
  case systemGet = "system.get"
  case systemSetRoute = "system.setRoute"
  case systemSetMicrophoneMuted = "system.setMicrophoneMuted"
  case systemSetSleeping = "system.setSleeping"
  case systemSetSilenced = "system.setSilenced"
  case systemSetProcessSuspended = "system.setProcessSuspended"
  case sessionEvict = "session.evict"
  case enforcementAttach = "enforcement.attach"
  case enforcementApplied = "enforcement.applied"

  /// What the method does, takes and gives.
  package var description: MethodDescription {
    switch self {
    case .hello: Hello.description
    case .sessionOpen: SessionOpen.description
    case .sessionConfigure: SessionConfigure.description
    case .sessionActivate: SessionActivate.description
    case .sessionDeactivate: SessionDeactivate.description
    case .sessionReport: SessionReport.description
    case .sessionRenew: SessionRenew.description
    case .sessionClose: SessionClose.description
    case .sessionGet: SessionGet.description
    case .sessionList: SessionList.description
    case .alertRequest: AlertRequest.description
    case .eventsSubscribe: EventsSubscribe.description
    case .policyGet: PolicyGet.description
    case .policyExplain: PolicyExplain.description
    case .policySimulate: PolicySimulate.description
    case .serverStatus: ServerStatus.description
    case .serverLog: ServerLog.description
    case .discover: Discover.description
    case .systemGet: SystemGet.description
    case .systemSetRoute: SystemSetRoute.description
    case .systemSetMicrophoneMuted: SystemSetMicrophoneMuted.description
    case .systemSetSleeping: SystemSetSleeping.description
    case .systemSetSilenced: SystemSetSilenced.description
    case .systemSetProcessSuspended: SystemSetProcessSuspended.description
    case .sessionEvict: SessionEvict.description
    case .enforcementAttach: EnforcementAttach.description
    case .enforcementApplied: EnforcementApplied.description
    }
  }
}
