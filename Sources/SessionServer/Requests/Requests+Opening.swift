import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// `session.open`: opens a session of the peer's own or on behalf of another process, or continues
/// a lease under a new opener.
extension Requests {
  func open(_ open: SessionOpen, _ context: RequestContext) throws(RPCError) {
    rooms.connections.keep(context.connection)
    let peer = context.peer
    if let lease = open.lease,
      let id = decisions.sessions.names.lease(named: lease.leaseName, of: peer.user),
      decisions.sessions.connection(of: id) == context.connection.id
        || hasRoom(on: context.connection)
    {
      return try reopen(id, open, lease, context)
    }
    let owner =
      if let pid = open.onBehalfOf { try represented(pid, context) } else { peer }
    let identity = SessionIdentity(
      name: open.name,
      leaseName: open.lease?.leaseName,
      application: open.onBehalfOf == nil
        ? context.connection.application?.name : application(of: owner) ?? open.application,
      zone: rooms.configuration.settings.zone(open.zone, of: owner.user),
      peer: owner,
      opener: open.onBehalfOf == nil ? nil : peer
    )
    decisions.open(open, identity, isWithinLimits: hasRoom(for: context), for: context)
  }

  /// Throws unless the session is a lease; only a lease can be renewed (R48).
  func checkIsLease(_ id: SessionID) throws(RPCError) {
    guard decisions.sessions.identity(of: id)?.leaseName == nil else { return }
    let found = ParameterFault.Found.json("\(id.number)")
    let fault = ParameterFault("session", expected: "a session that is a lease", found: found)
    throw .refused(Refusal(.badParam, rule: .R48, fault: fault))
  }

  /// Continues a lease under a new opener; its application and zone stay the same.
  private func reopen(
    _ id: SessionID,
    _ open: SessionOpen,
    _ lease: LeaseParameters,
    _ context: RequestContext
  ) throws(RPCError) {
    guard let former = decisions.sessions.identity(of: id) else { throw .internalError }
    if let zone = open.zone, zone.name != former.zone {
      let expected = "the lease's own zone, \(former.zone.map { "\"\($0)\"" } ?? "null")"
      let found = zone.name.map(ParameterFault.Found.word) ?? .json("null")
      let fault = ParameterFault("zone", expected: expected, found: found)
      throw .refused(Refusal(.badParam, rule: .R63, fault: fault))
    }
    let (change, unknownValue) = decisions.sessions.change(open.configuration)
    let reopening = Reopening(
      id: id,
      owner: context.peer.owner,
      change: change,
      grants: context.grants.claims,
      lease: .seconds(lease.ttlSeconds)
    )
    let identity = SessionIdentity(
      name: open.name ?? former.name,
      leaseName: lease.leaseName,
      application: former.application,
      zone: former.zone,
      peer: context.peer
    )
    var context = context
    context.unknownValue = unknownValue
    decisions.decide(.reopen(reopening), context.cause(id), for: context, opening: identity)
  }

  /// Returns the process with that pid if the caller may act for it: a process of its own user, or
  /// any process with the grant `system`.
  private func represented(
    _ pid: Int32,
    _ context: RequestContext
  ) throws(RPCError) -> PeerIdentity {
    let (user, speaksForAll) = (context.peer.user, context.grants.holds(.system))
    let found: PeerIdentity?
    do {
      found = try rooms.peers.identify(pid: pid) { speaksForAll || UserID($0.uid) == user }
    } catch {
      rooms.journal.write(.failed, "can't look at process \(pid): \(error)", of: user)
      throw .internalError
    }
    guard let found else {
      throw .notPermitted(
        lacking: "a living process of the caller's own user, or of anybody's with the grant system"
      )
    }
    return found
  }

  /// Returns the application that the peer's process named last, over any of its connections.
  private func application(of peer: PeerIdentity) -> String? {
    let numbers = rooms.peers[peer.process]?.connections ?? []
    return numbers.compactMap { rooms.connections[$0] }.filter { $0.peer.user == peer.user }
      .compactMap(\.application).max { $0.order < $1.order }?.name
  }

  private func hasRoom(for context: RequestContext) -> Bool {
    let limits = rooms.configuration.settings.limits
    let reserved = context.connection.isPrivileged ? 0 : Requests.reservedSessions
    return hasRoom(on: context.connection)
      && rooms.connections.usage(of: context.peer.user).sessions < limits.sessionsPerUser
      && rooms.connections.usage.sessions
        < max(Requests.sessions, limits.sessionsPerUser) - reserved
  }

  private func hasRoom(on connection: Connection) -> Bool {
    connection.sessions.count < rooms.configuration.settings.limits.sessionsPerConnection
  }

  /// The maximum number of sessions in total, independent of the number of users.
  private static let sessions = 16_384
  /// The number of those sessions that are reserved for root and holders of `admin`.
  private static let reservedSessions = 64
}
