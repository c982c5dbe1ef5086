import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// `session.open`: opens a session of the peer's own or on behalf of another process, or continues
/// a lease under a new opener.
extension Requests {
  func open(_ open: SessionOpen, _ context: RequestContext) throws(RPCError) {
    base.connections.keep(context.connection)
    let peer = context.peer
    let limits = base.configuration.settings.limits
    let client = context.connection
    if let intent = try decisions.sessions.reopening(open, by: client, within: limits) {
      return decisions.decide(intent, for: context)
    }
    let owner =
      if let pid = open.onBehalfOf { try represented(pid, context) } else { peer }
    let identity = SessionIdentity(
      name: open.name,
      leaseName: open.lease?.leaseName,
      application: open.onBehalfOf == nil
        ? context.connection.introduction.application?.name
        : application(of: owner) ?? open.application,
      zone: base.configuration.settings.zone(open.zone, of: owner.user),
      peer: owner,
      opener: open.onBehalfOf == nil ? nil : peer
    )
    decisions.open(open, identity, for: context)
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
      found = try base.peers.identify(pid: pid) { speaksForAll || UserID($0.uid) == user }
    } catch {
      base.journal.write(.failed, "can't look at process \(pid): \(error)", of: user)
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
    let numbers = base.peers[peer.process]?.connections ?? []
    return numbers.compactMap { base.connections[$0] }.filter { $0.peer.user == peer.user }
      .compactMap { $0.introduction.application }.max { $0.order < $1.order }?.name
  }
}
