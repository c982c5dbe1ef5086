import AudioSessionJSON
import AudioSessionSchema

/// Every method; the raw value is its name on the wire.
///
/// A method is listed in this file four times, which the compiler sees to: here, in ``Request``, and
/// twice with the type of its parameters, which stands in a file of its own.
package enum Method: String, DescribedWord, Sendable, BitwiseCopyable {
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
  case policySetDuckGain = "policy.setDuckGain"
  case serverStatus = "server.status"
  case serverLog = "server.log"
  case discover = "rpc.discover"
  case systemGet = "system.get"
  case systemSetRoute = "system.setRoute"
  case systemSetMicrophoneMuted = "system.setMicrophoneMuted"
  case systemSetSleeping = "system.setSleeping"
  case systemSetSilenced = "system.setSilenced"
  case systemSetProcessSuspended = "system.setProcessSuspended"
  case systemSetSessionMuted = "system.setSessionMuted"
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
  case policySetDuckGain(PolicySetDuckGain)
  case serverStatus
  case serverLog(ServerLog)
  case discover
  case systemGet
  indirect case systemSetRoute(SystemSetRoute)
  case systemSetMicrophoneMuted(SystemSetMicrophoneMuted)
  case systemSetSleeping(SystemSetSleeping)
  case systemSetSilenced(SystemSetSilenced)
  case systemSetProcessSuspended(SystemSetProcessSuspended)
  case systemSetSessionMuted(SystemSetSessionMuted)
  case sessionEvict(SessionEvict)
  case enforcementAttach
  case enforcementApplied(EnforcementApplied)
}

extension Method {
  /// The method's summary, grant, parameters and result.
  package var specification: MethodSpecification {
    switch self {
    case .hello: Hello.specification
    case .sessionOpen: SessionOpen.specification
    case .sessionConfigure: SessionConfigure.specification
    case .sessionActivate: SessionActivate.specification
    case .sessionDeactivate: SessionDeactivate.specification
    case .sessionReport: SessionReport.specification
    case .sessionRenew: SessionRenew.specification
    case .sessionClose: SessionClose.specification
    case .sessionGet: SessionGet.specification
    case .sessionList: SessionList.specification
    case .alertRequest: AlertRequest.specification
    case .eventsSubscribe: EventsSubscribe.specification
    case .eventsRecord: EventsRecord.specification
    case .policyGet: PolicyGet.specification
    case .policyExplain: PolicyExplain.specification
    case .policySimulate: PolicySimulate.specification
    case .policySetDuckGain: PolicySetDuckGain.specification
    case .serverStatus: ServerStatus.specification
    case .serverLog: ServerLog.specification
    case .discover: Discover.specification
    case .systemGet: SystemGet.specification
    case .systemSetRoute: SystemSetRoute.specification
    case .systemSetMicrophoneMuted: SystemSetMicrophoneMuted.specification
    case .systemSetSleeping: SystemSetSleeping.specification
    case .systemSetSilenced: SystemSetSilenced.specification
    case .systemSetProcessSuspended: SystemSetProcessSuspended.specification
    case .systemSetSessionMuted: SystemSetSessionMuted.specification
    case .sessionEvict: SessionEvict.specification
    case .enforcementAttach: EnforcementAttach.specification
    case .enforcementApplied: EnforcementApplied.specification
    }
  }

  /// The grant that its caller must hold; nil if anybody may call it.
  package var grant: Grant? { specification.grant }
}

/// The parameters of one method, and the method's specification.
protocol RequestBody: DescribedObject, Sendable {
  static var specification: MethodSpecification { get }
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
      var reader = ParameterReader(document, params: params)
      try self.init(entry.method, &reader)
    } catch {
      throw .invalidParams(error)
    }
  }

  /// Takes the parameters of a method, which fit their descriptions.
  private init(_ method: Method, _ reader: inout ParameterReader) throws(MemberFault) {
    switch method {
    case .hello: self = .hello(try Hello.members(nil, of: &reader))
    case .sessionOpen: self = .sessionOpen(try SessionOpen.members(nil, of: &reader))
    case .sessionConfigure: self = .sessionConfigure(try SessionConfigure.members(nil, of: &reader))
    case .sessionActivate: self = .sessionActivate(try SessionActivate.members(nil, of: &reader))
    case .sessionDeactivate:
      self = .sessionDeactivate(try SessionDeactivate.members(nil, of: &reader))
    case .sessionReport: self = .sessionReport(try SessionReport.members(nil, of: &reader))
    case .sessionRenew: self = .sessionRenew(try SessionRenew.members(nil, of: &reader))
    case .sessionClose: self = .sessionClose(try SessionClose.members(nil, of: &reader))
    case .sessionGet: self = .sessionGet(try SessionGet.members(nil, of: &reader))
    case .sessionList: self = .sessionList
    case .alertRequest: self = .alertRequest(try AlertRequest.members(nil, of: &reader))
    case .eventsSubscribe: self = .eventsSubscribe(try EventsSubscribe.members(nil, of: &reader))
    case .eventsRecord: self = .eventsRecord
    case .policyGet: self = .policyGet
    case .policyExplain: self = .policyExplain(try PolicyExplain.members(nil, of: &reader))
    case .policySimulate: self = .policySimulate(try PolicySimulate.members(nil, of: &reader))
    case .policySetDuckGain:
      self = .policySetDuckGain(try PolicySetDuckGain.members(nil, of: &reader))
    case .serverStatus: self = .serverStatus
    case .serverLog: self = .serverLog(try ServerLog.members(nil, of: &reader))
    case .discover: self = .discover
    case .systemGet: self = .systemGet
    case .systemSetRoute: self = .systemSetRoute(try SystemSetRoute.members(nil, of: &reader))
    case .systemSetMicrophoneMuted:
      self = .systemSetMicrophoneMuted(try SystemSetMicrophoneMuted.members(nil, of: &reader))
    case .systemSetSleeping:
      self = .systemSetSleeping(try SystemSetSleeping.members(nil, of: &reader))
    case .systemSetSilenced:
      self = .systemSetSilenced(try SystemSetSilenced.members(nil, of: &reader))
    case .systemSetProcessSuspended:
      self = .systemSetProcessSuspended(try SystemSetProcessSuspended.members(nil, of: &reader))
    case .systemSetSessionMuted:
      self = .systemSetSessionMuted(try SystemSetSessionMuted.members(nil, of: &reader))
    case .sessionEvict: self = .sessionEvict(try SessionEvict.members(nil, of: &reader))
    case .enforcementAttach: self = .enforcementAttach
    case .enforcementApplied:
      self = .enforcementApplied(try EnforcementApplied.members(nil, of: &reader))
    }
  }
}
