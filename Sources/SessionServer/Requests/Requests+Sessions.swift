import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// The methods that operate a session: existence and permission here, the rest is the arbiter's.
extension Server {
  func open(_ open: SessionOpen, _ inquiry: Inquiry) throws(RPCError) {
    keep(inquiry.connection)
    let peer = inquiry.peer
    if let lease = open.lease, let id = names.lease(named: lease.leaseName, of: peer.user),
      names[id]?.connection == inquiry.connection.id || hasRoom(on: inquiry.connection)
    {
      return try reopen(id, open, lease, inquiry)
    }
    let owner =
      if let pid = open.onBehalfOf { try represented(pid, inquiry) } else { peer }
    let id = SessionID(sessionCount + 1)
    // Before anybody hears of it: a number isn't given again by the next daemon.
    ledger?.sessionCount = id.number
    let identity = SessionIdentity(
      name: open.name,
      leaseName: open.lease?.leaseName,
      application: open.onBehalfOf == nil
        ? inquiry.connection.application?.name : application(of: owner),
      zone: zone(open.zone, of: owner.user, settings),
      peer: owner,
      opener: open.onBehalfOf == nil ? nil : peer
    )
    let own = open.lease == nil ? ApplicationID(owner.process) : ApplicationID(lease: id)
    let (change, unknownValue) = core.arbiter.change(open.configuration)
    let opening = Opening(
      id: id,
      owner: owner.owner,
      scope: scopes.use(identity.applicationName, identity.zone, orElse: own),
      change: change,
      grants: inquiry.grants.claims,
      lease: open.lease.map { .seconds($0.ttlSeconds) },
      isWithinLimits: hasRoom(for: inquiry)
    )
    let requester = inquiry.requester(.session, unknownValue)
    decide(.open(opening), inquiry.cause(), for: requester, identity: identity)
    if core.isOpen(id) {
      sessionCount += 1
    } else {
      scopes.release(identity.applicationName, identity.zone)
      if let process = processes[owner.process] { forgetIfUnused(process) }
    }
  }

  /// A lease goes on under its new opener; its application and zone stay.
  private func reopen(
    _ id: SessionID,
    _ open: SessionOpen,
    _ lease: LeaseParameters,
    _ inquiry: Inquiry
  ) throws(RPCError) {
    guard let former = names[id]?.identity else { throw .internalError }
    if let zone = open.zone, zone.name != former.zone {
      let expected = "the lease's own zone, \(former.zone.map { "\"\($0)\"" } ?? "null")"
      let found = zone.name.map(ParameterFault.Found.word) ?? .json("null")
      let fault = ParameterFault("zone", expected: expected, found: found)
      throw .refused(Refusal(.badParam, rule: .R63, fault: fault))
    }
    let (change, unknownValue) = core.arbiter.change(open.configuration)
    let reopening = Reopening(
      id: id,
      owner: inquiry.peer.owner,
      change: change,
      grants: inquiry.grants.claims,
      lease: .seconds(lease.ttlSeconds)
    )
    decide(
      .reopen(reopening),
      inquiry.cause(id),
      for: inquiry.requester(.session, unknownValue),
      identity: SessionIdentity(
        name: open.name ?? former.name,
        leaseName: lease.leaseName,
        application: former.application,
        zone: former.zone,
        peer: inquiry.peer
      )
    )
  }

  func configure(_ configure: SessionConfigure, _ inquiry: Inquiry) throws(RPCError) {
    let id = try own(configure.session, inquiry)
    let (change, unknownValue) = core.arbiter.change(configure.configuration)
    let event = Event.configure(id, change, grants: inquiry.grants.claims)
    let requester = inquiry.requester(.session, unknownValue)
    decide(event, inquiry.cause(id), for: requester)
  }

  func activate(_ activate: SessionActivate, _ inquiry: Inquiry) throws(RPCError) {
    let id = try own(activate.reference, inquiry)
    let event = Event.activate(
      id,
      grants: inquiry.grants.claims,
      ifSeq: activate.ifSeq,
      notifyOthers: activate.notifyOthers
    )
    decide(event, inquiry.cause(id), for: inquiry.requester(.session))
  }

  func deactivate(_ deactivate: SessionDeactivate, _ inquiry: Inquiry) throws(RPCError) {
    let id = try own(deactivate.reference, inquiry)
    let event = Event.deactivate(id, notifyOthers: deactivate.notifyOthers)
    decide(event, inquiry.cause(id), for: inquiry.requester(.session))
  }

  func report(_ report: SessionReport, _ inquiry: Inquiry) throws(RPCError) {
    let id = try own(report.reference, inquiry)
    decide(.report(id, report.report), inquiry.cause(id), for: inquiry.requester(.session))
  }

  func renew(_ renew: SessionRenew, _ inquiry: Inquiry) throws(RPCError) {
    let id = try own(renew.reference, inquiry)
    guard names[id]?.identity.leaseName != nil else {
      let found = ParameterFault.Found.json("\(id.number)")
      let fault = ParameterFault("session", expected: "a session that is a lease", found: found)
      throw .refused(Refusal(.badParam, rule: .R48, fault: fault))
    }
    let event = Event.renew(id, lease: renew.ttlSeconds.map { .seconds($0) })
    decide(event, inquiry.cause(id), for: inquiry.requester(.session))
  }

  func close(_ close: SessionClose, _ inquiry: Inquiry) throws(RPCError) {
    let id = try own(close.reference, inquiry)
    decide(.close(id), inquiry.cause(id), for: inquiry.requester(.empty))
    closeNames([id])
  }

  func evict(_ evict: SessionEvict, _ inquiry: Inquiry) throws(RPCError) {
    let id = try existing(evict.session, inquiry)
    decide(.evict(id), inquiry.cause(id, note: evict.note), for: inquiry.requester(.empty))
  }

  func get(_ get: SessionGet, _ inquiry: Inquiry) throws(RPCError) {
    let id = try existing(get.session, inquiry)
    guard let object = object(id, for: inquiry.viewer) else { throw .internalError }
    answer(object, inquiry)
  }

  /// The session of that number, whosever it is.
  func existing(_ number: UInt64, _ inquiry: Inquiry) throws(RPCError) -> SessionID {
    let id = SessionID(number)
    guard core.isOpen(id) else { throw missing("\(number)", inquiry) }
    return id
  }

  /// The session of that number, if the peer may operate it (R2).
  func own(_ number: UInt64, _ inquiry: Inquiry) throws(RPCError) -> SessionID {
    let id = try existing(number, inquiry)
    guard let identity = names[id]?.identity else { throw .internalError }
    if identity.leaseName != nil {
      guard identity.peer.user == inquiry.peer.user else {
        throw .notPermitted(lacking: "a process of the user whose lease it is")
      }
    } else {
      // A process that has changed its user since is somebody else.
      guard identity.opener.process == inquiry.peer.process,
        identity.opener.user == inquiry.peer.user
      else { throw .notPermitted(lacking: "the process that opened the session, as its user then") }
    }
    return id
  }

  private func own(
    _ reference: SessionReference,
    _ inquiry: Inquiry
  ) throws(RPCError) -> SessionID {
    switch reference {
    case .session(let number): return try own(number, inquiry)
    case .leaseName(let name):
      guard let id = names.lease(named: name, of: inquiry.peer.user) else {
        throw missing("of the lease \"\(name)\"", inquiry)
      }
      return id
    }
  }

  /// R49: to who knew an earlier epoch, a session that isn't there is one that has expired.
  private func missing(_ session: String, _ inquiry: Inquiry) -> RPCError {
    inquiry.connection.hasOutlivedEpoch
      ? .refused(Refusal(.expiredSession, rule: .R49)) : .noSuchSession(session)
  }

  private func hasRoom(for inquiry: Inquiry) -> Bool {
    let limits = settings.limits
    let reserved = inquiry.connection.isPrivileged ? 0 : Server.reservedSessions
    return hasRoom(on: inquiry.connection)
      && quotas[inquiry.peer.user].sessions < limits.sessionsPerUser
      && quotas.total.sessions < max(Server.sessions, limits.sessionsPerUser) - reserved
  }

  private func hasRoom(on connection: Connection) -> Bool {
    connection.sessions.count < settings.limits.sessionsPerConnection
  }

  /// How many sessions there may be in all, however many users there are.
  private static let sessions = 16_384
  /// How many of them only root and holders of `admin` get.
  private static let reservedSessions = 64
}
