import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// A request that is being carried out: who asked, and what to answer under.
struct Inquiry {
  let connection: Connection
  let method: Method
  let id: RequestID?

  var peer: PeerIdentity { connection.peer }
  var grants: PeerGrants { connection.grants }
  var viewer: Viewer { connection.viewer }

  /// The decision's cause, where the request leads to one.
  func cause(_ session: SessionID? = nil, note: String? = nil) -> DecisionCause {
    DecisionCause(.method(method), session: session, peer: peer, note: note)
  }

  /// Whom the decision's answer goes to.
  func requester(_ answer: Requester.Answer, _ unknownValue: ParameterFault? = nil) -> Requester {
    Requester(connection: connection, id: id, answer: answer, unknownValue: unknownValue)
  }
}

/// From requests to events: form was checked by the decoder, rights are checked here.
extension Server {
  /// Carries out a message, or answers why not.
  func carryOut(_ message: IncomingMessage, _ connection: Connection) {
    do throws(RPCError) {
      try checkProtocol(message, connection)
      let request = try message.content.get()
      guard let method = message.method else { return }
      if let grant = method.description.grant, !connection.grants.holds(grant) {
        throw .notPermitted(lacking: "the grant \(grant.rawValue)")
      }
      let inquiry = Inquiry(connection: connection, method: method, id: message.id)
      try carryOut(request, inquiry)
    } catch {
      reply(failure: error, to: message.id, on: connection)
    }
  }

  /// After a `hello` in another protocol nothing is carried out before a right one.
  private func checkProtocol(
    _ message: IncomingMessage,
    _ connection: Connection
  ) throws(RPCError) {
    if case .failure(.unsupportedProtocol) = message.content { connection.isRefused = true }
    guard connection.isRefused, let method = message.method, method != .hello else { return }
    throw .unsupportedProtocol(nil)
  }

  /// One line a method; the compiler demands it.
  private func carryOut(_ request: Request, _ inquiry: Inquiry) throws(RPCError) {
    switch request {
    case .hello(let hello): self.hello(hello, inquiry)
    case .sessionOpen(let open): try self.open(open, inquiry)
    case .sessionConfigure(let configure): try self.configure(configure, inquiry)
    case .sessionActivate(let activate): try self.activate(activate, inquiry)
    case .sessionDeactivate(let deactivate): try self.deactivate(deactivate, inquiry)
    case .sessionReport(let report): try self.report(report, inquiry)
    case .sessionRenew(let renew): try self.renew(renew, inquiry)
    case .sessionClose(let close): try self.close(close, inquiry)
    case .sessionGet(let get): try self.get(get, inquiry)
    case .sessionList: answer(sessionList(inquiry), inquiry)
    case .alertRequest(let alert): answer(alertResult(alert, inquiry), inquiry)
    case .eventsSubscribe(let subscribe): self.subscribe(subscribe, inquiry)
    case .policyGet: answer(policyResult(inquiry), inquiry)
    case .policyExplain(let explain): try answer(explanation(explain, inquiry), inquiry)
    case .policySimulate(let simulate): try answer(simulation(simulate, inquiry), inquiry)
    case .serverStatus: answer(statusResult, inquiry)
    case .serverLog(let log): answer(logResult(log, inquiry), inquiry)
    case .discover: answer(discoverResult, inquiry)
    case .systemGet: answer(systemResult(inquiry), inquiry)
    case .systemSetRoute(let set): setRoute(set, inquiry)
    case .systemSetMicrophoneMuted(let set):
      decideForSystem(.setMicrophoneMuted(set.muted, reporter(inquiry)), inquiry)
    case .systemSetSleeping(let set):
      decideForSystem(.setSleeping(set.sleeping, reporter(inquiry)), inquiry)
    case .systemSetSilenced(let set):
      decideForSystem(.setSilenced(set.silenced, reporter(inquiry)), inquiry)
    case .systemSetProcessSuspended(let set): setSuspended(set, inquiry)
    case .sessionEvict(let evict): try self.evict(evict, inquiry)
    case .enforcementAttach: attachEnforcer(inquiry)
    case .enforcementApplied(let applied): acknowledge(applied, inquiry)
    }
  }

  func answer(_ result: some JSONEncodable, _ inquiry: Inquiry) {
    reply(result, to: inquiry.id, on: inquiry.connection)
  }

  private func hello(_ hello: Hello, _ inquiry: Inquiry) {
    let connection = inquiry.connection
    connection.isRefused = false
    connection.wantsLifecycle = hello.wantsLifecycle
    name(hello.application, of: connection)
    if let named = hello.epoch, named != epoch.text, !connection.hasOutlivedEpoch {
      connection.hasOutlivedEpoch = true
      tell(MediaServicesWereReset(previousEpoch: named), to: connection)
    }
    let peer = inquiry.peer
    let result = HelloResult(
      serverName: "audiosessiond",
      version: version,
      epoch: epoch,
      peer: Peer(
        pid: peer.pid,
        uid: peer.user.number,
        gid: peer.gid,
        comm: peer.comm,
        unit: peer.unit,
        userUnit: peer.userUnit
      ),
      grants: inquiry.grants.names(settings.policy),
      limits: settings.limits
    )
    answer(result, inquiry)
  }
}
