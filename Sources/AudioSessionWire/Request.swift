/// A request whose form is right; whether it may be and can be, others decide.
package enum Request: Equatable, Sendable {
  indirect case hello(Hello)
  indirect case sessionOpen(SessionOpen)
  indirect case sessionConfigure(SessionConfigure)
  case sessionActivate(SessionActivate)
  case sessionDeactivate(SessionDeactivate)
  case sessionReport(SessionReport)
  case sessionRenew(SessionRenew)
  case sessionClose(SessionClose)
  case sessionGet(SessionGet)
  case sessionList
  case alertRequest(AlertRequest)
  case eventsSubscribe(EventsSubscribe)
  case policyGet
  case policyExplain(PolicyExplain)
  indirect case policySimulate(PolicySimulate)
  case serverStatus
  case serverLog(ServerLog)
  case discover
  case systemGet
  case systemSetRoute(SystemSetRoute)
  case systemSetMicrophoneMuted(SystemSetMicrophoneMuted)
  case systemSetSleeping(SystemSetSleeping)
  case systemSetSilenced(SystemSetSilenced)
  case systemSetProcessSuspended(SystemSetProcessSuspended)
  case sessionEvict(SessionEvict)
  case enforcementAttach
  case enforcementApplied(EnforcementApplied)

  /// Decodes the request, in the order in which errors count: shape, unknown names, types.
  init(
    _ entry: ParameterTable.Entry,
    _ document: JSONDocument,
    params: Int?,
    nameBytes: Int
  ) throws(RPCError) {
    if entry.method == .hello, let params, document.nodes[params].kind == .object {
      try Hello.checkProtocol(document, params: params)
    }
    do {
      try document.check(params: params, entry.members, of: .shared, nameBytes: nameBytes)
    } catch {
      throw .invalidParams(error)
    }
    self = try Request(entry.method, Parameters(document, object: params))
  }

  private init(_ method: Method, _ parameters: borrowing Parameters) throws(RPCError) {
    self =
      switch method {
      case .hello: .hello(Hello(parameters))
      case .sessionOpen: .sessionOpen(try SessionOpen(parameters))
      case .sessionConfigure: .sessionConfigure(SessionConfigure(parameters))
      case .sessionActivate: .sessionActivate(try SessionActivate(parameters))
      case .sessionDeactivate: .sessionDeactivate(try SessionDeactivate(parameters))
      case .sessionReport: .sessionReport(try SessionReport(parameters))
      case .sessionRenew: .sessionRenew(try SessionRenew(parameters))
      case .sessionClose: .sessionClose(try SessionClose(parameters))
      case .sessionGet: .sessionGet(SessionGet(parameters))
      case .sessionList: .sessionList
      case .alertRequest: .alertRequest(AlertRequest(parameters))
      case .eventsSubscribe: .eventsSubscribe(EventsSubscribe(parameters))
      case .policyGet: .policyGet
      case .policyExplain: .policyExplain(PolicyExplain(parameters))
      case .policySimulate: .policySimulate(try PolicySimulate(parameters))
      case .serverStatus: .serverStatus
      case .serverLog: .serverLog(ServerLog(parameters))
      case .discover: .discover
      case .systemGet: .systemGet
      case .systemSetRoute: .systemSetRoute(SystemSetRoute(parameters))
      case .systemSetMicrophoneMuted:
        .systemSetMicrophoneMuted(SystemSetMicrophoneMuted(parameters))
      case .systemSetSleeping: .systemSetSleeping(SystemSetSleeping(parameters))
      case .systemSetSilenced: .systemSetSilenced(SystemSetSilenced(parameters))
      case .systemSetProcessSuspended:
        .systemSetProcessSuspended(SystemSetProcessSuspended(parameters))
      case .sessionEvict: .sessionEvict(SessionEvict(parameters))
      case .enforcementAttach: .enforcementAttach
      case .enforcementApplied: .enforcementApplied(EnforcementApplied(parameters))
      }
  }
}
