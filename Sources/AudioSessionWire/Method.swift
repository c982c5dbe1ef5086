/// Every method; the raw value is its name on the wire.
///
/// A method is listed in this file three times, which the compiler sees to: here, in ``Request``,
/// and with the type of its parameters, which stands in a file of its own.
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
  case eventsRecord = "events.record"
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
}

/// A request with well-formed parameters; rights and rules are judged later.
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
  case eventsRecord
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
}

extension Method {
  /// The method's summary, parameters and result.
  package var specification: MethodSpecification { body.specification }

  /// The grant that its caller must hold; nil if anybody may call it.
  package var grant: Grant? { body.grant }

  /// The type of the method's parameters.
  var body: any RequestBody.Type {
    switch self {
    case .hello: Hello.self
    case .sessionOpen: SessionOpen.self
    case .sessionConfigure: SessionConfigure.self
    case .sessionActivate: SessionActivate.self
    case .sessionDeactivate: SessionDeactivate.self
    case .sessionReport: SessionReport.self
    case .sessionRenew: SessionRenew.self
    case .sessionClose: SessionClose.self
    case .sessionGet: SessionGet.self
    case .sessionList: SessionList.self
    case .alertRequest: AlertRequest.self
    case .eventsSubscribe: EventsSubscribe.self
    case .eventsRecord: EventsRecord.self
    case .policyGet: PolicyGet.self
    case .policyExplain: PolicyExplain.self
    case .policySimulate: PolicySimulate.self
    case .serverStatus: ServerStatus.self
    case .serverLog: ServerLog.self
    case .discover: Discover.self
    case .systemGet: SystemGet.self
    case .systemSetRoute: SystemSetRoute.self
    case .systemSetMicrophoneMuted: SystemSetMicrophoneMuted.self
    case .systemSetSleeping: SystemSetSleeping.self
    case .systemSetSilenced: SystemSetSilenced.self
    case .systemSetProcessSuspended: SystemSetProcessSuspended.self
    case .sessionEvict: SessionEvict.self
    case .enforcementAttach: EnforcementAttach.self
    case .enforcementApplied: EnforcementApplied.self
    }
  }
}

/// The parameters of one method, decoded, and the method's specification.
protocol RequestBody: Sendable {
  static var specification: MethodSpecification { get }
  /// The grant that the specification names.
  ///
  /// This and ``request(_:)`` are requirements, and not only functions of an extension, so that the
  /// compiler makes one for each type: nothing is copied or boxed on the way.
  static var grant: Grant? { get }

  /// Takes parameters that fit the specification.
  ///
  /// - Throws: ``RPCError/invalidParams(_:)`` if two of them don't fit each other.
  init(_ parameters: borrowing Parameters) throws(RPCError)

  var request: Request { get }

  /// The request with these parameters.
  static func request(_ parameters: borrowing Parameters) throws(RPCError) -> Request
}

extension RequestBody {
  static var grant: Grant? { specification.grant }

  static func request(_ parameters: borrowing Parameters) throws(RPCError) -> Request {
    try Self(parameters).request
  }
}

extension Request {
  /// Decodes a request; of several faults the error is the first of: shape, unknown names, types.
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
    self = try entry.body.request(Parameters(document, object: params))
  }
}
