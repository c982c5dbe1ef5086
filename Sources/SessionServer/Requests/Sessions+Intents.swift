import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

/// From a request to the event that it asks for.
extension Sessions {
  /// Returns the event that a request asks for.
  ///
  /// A daemon carries out a request by it, unless it answers the method in another way.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - method: Its method.
  ///   - client: The client that asks.
  /// - Returns: The event, with what its reply needs.
  /// - Throws: An error if the client may not operate the session that the request names;
  ///   `methodNotFound` if the method has no event, or one that depends on more than sessions.
  func intent(
    of request: Request,
    _ method: Method,
    by client: some Client
  ) throws(RPCError) -> Intent {
    let grants = client.grants.claims
    switch request {
    case .sessionConfigure(let configure):
      let id = try own(.session(configure.session), client)
      let (change, unknownValue) = change(configure.configuration)
      let event = Event.configure(id, change, grants: grants)
      return Intent(event: event, session: id, unknownValue: unknownValue)
    case .sessionActivate(let activate):
      let id = try own(activate.reference, client)
      let (ifSeq, notifyOthers) = (activate.ifSeq, activate.notifyOthers)
      let event = Event.activate(id, grants: grants, ifSeq: ifSeq, notifyOthers: notifyOthers)
      return Intent(event: event, session: id)
    case .sessionDeactivate(let deactivate):
      let id = try own(deactivate.reference, client)
      let event = Event.deactivate(id, notifyOthers: deactivate.notifyOthers)
      return Intent(event: event, session: id)
    case .sessionReport(let report):
      let id = try own(report.reference, client)
      var told = report.report
      told.preferredInput = report.preferredInput.map { number(ofPort: $0.name) }
      return Intent(event: .report(id, told), session: id)
    case .sessionRenew(let renew):
      let id = try own(renew.reference, client)
      try checkIsLease(id)
      let lease = renew.ttlSeconds.map { Duration.seconds($0) }
      return Intent(event: .renew(id, lease: lease), session: id)
    case .sessionClose(let close):
      let id = try own(close.reference, client)
      return Intent(event: .close(id), session: id, answer: .empty)
    case .sessionEvict(let evict):
      let id = try existing(evict.session, client)
      return Intent(event: .evict(id), session: id, note: evict.note, answer: .empty)
    case .systemSetMicrophoneMuted(let set):
      return Intent(event: .setMicrophoneMuted(set.muted, client.reporter), answer: .empty)
    case .systemSetSleeping(let set):
      return Intent(event: .setSleeping(set.sleeping, client.reporter), answer: .empty)
    case .systemSetSilenced(let set):
      return Intent(event: .setSilenced(set.silenced, client.reporter), answer: .empty)
    case .systemSetSessionMuted(let set):
      let id = try existing(set.session, client)
      try checkMayReport(on: id, client)
      let (muted, wantsUnmute) = (set.muted, set.wantsUnmute)
      let event = Event.setMutedByUser(id, muted, wantsUnmute: wantsUnmute, client.id)
      return Intent(event: event, session: id, answer: .empty)
    case .hello, .sessionOpen, .sessionGet, .sessionList, .eventsSubscribe, .eventsRecord,
      .alertRequest, .policyGet, .policyExplain, .policySimulate, .policySetDuckGain, .serverStatus,
      .serverLog, .discover, .systemGet, .systemSetRoute, .systemSetProcessSuspended,
      .enforcementAttach, .enforcementApplied:
      throw .methodNotFound(method.rawValue)
    }
  }

  /// Throws unless the client's reports concern the session (R60).
  private func checkMayReport(on id: SessionID, _ client: some Client) throws(RPCError) {
    guard let user = client.reporter.user, view(of: id)?.owner.user != user else { return }
    throw .notPermitted(lacking: "the grant system, since the session is another user's")
  }

  /// Throws unless the session is a lease; only a lease can be renewed (R48).
  private func checkIsLease(_ id: SessionID) throws(RPCError) {
    guard identity(of: id)?.leaseName == nil else { return }
    let found = MemberFault.Found.json("\(id.number)")
    let fault = MemberFault("session", expected: "a session that is a lease", found: found)
    throw .refused(RPCRefusal(.badParam, rule: .R48, fault: fault))
  }
}

/// The sessions that a request may name (R2).
extension Sessions {
  /// Returns the open session with that number, whoever owns it.
  func existing(_ number: UInt64, _ client: some Client) throws(RPCError) -> SessionID {
    let id = SessionID(number)
    guard isOpen(id) else { throw missing("\(number)", client) }
    return id
  }

  /// Returns the object of the open session with that number.
  func object(
    _ number: UInt64,
    for client: some Client,
    at now: Instant
  ) throws(RPCError) -> SessionObject {
    let id = try existing(number, client)
    guard let object = object(id, for: client.viewer, at: now) else { throw .internalError }
    return object
  }

  /// Returns the open session with that number or lease name, if the client may operate it.
  private func own(
    _ reference: SessionReference,
    _ client: some Client
  ) throws(RPCError) -> SessionID {
    let id: SessionID
    switch reference {
    case .session(let number): id = SessionID(number)
    case .leaseName(let name):
      guard let lease = names.lease(named: name, of: client.peer.user) else {
        throw missing("of the lease \"\(name)\"", client)
      }
      id = lease
    }
    guard let identity = names[open: id]?.identity else { throw missing("\(id.number)", client) }
    if identity.leaseName != nil {
      guard identity.peer.user == client.peer.user else {
        throw .notPermitted(lacking: "a process of the user whose lease it is")
      }
    } else {
      // A process whose user has changed since then counts as a different peer.
      guard identity.opener.process == client.peer.process,
        identity.opener.user == client.peer.user
      else { throw .notPermitted(lacking: "the process that opened the session, as its user then") }
    }
    return id
  }

  /// Returns the error for an unknown session; for a client that knew an earlier epoch, the session
  /// has expired (R49).
  private func missing(_ session: String, _ client: some Client) -> RPCError {
    client.introduction.hasOutlivedEpoch
      ? .refused(RPCRefusal(.expiredSession, rule: .R49)) : .noSuchSession(session)
  }
}
