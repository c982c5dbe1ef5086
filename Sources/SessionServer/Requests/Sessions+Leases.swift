import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

/// `session.open`, as far as only sessions are concerned: leases that continue, and identities.
extension Sessions {
  /// Returns the event by which a lease of that name continues under a new opener; nil if there is
  /// none, or no room for it.
  ///
  /// - Throws: An error if the request names another zone than the lease's own, which it keeps like
  ///   its application.
  func reopening(
    _ open: SessionOpen,
    by client: some Client,
    within limits: Limits
  ) throws(RPCError) -> Intent? {
    guard let lease = open.lease,
      let id = names.lease(named: lease.leaseName, of: client.peer.user),
      connection(of: id) == client.id || hasRoom(on: client, onBehalfOf: nil, within: limits)
    else { return nil }
    guard let former = identity(of: id) else { throw .internalError }
    if let zone = open.zone, zone.name != former.zone {
      let expected = "the lease's own zone, \(former.zone.map { "\"\($0)\"" } ?? "null")"
      let found = zone.name.map(MemberFault.Found.word) ?? .json("null")
      let fault = MemberFault("zone", expected: expected, found: found)
      throw .refused(RPCRefusal(.badParam, rule: .R63, fault: fault))
    }
    let identity = SessionIdentity(
      name: open.name ?? former.name,
      leaseName: lease.leaseName,
      application: former.application,
      zone: former.zone,
      peer: client.peer
    )
    guard names.hasRoom(for: identity, by: client) else { return nil }
    let (change, unknownValue) = change(open.configuration)
    let reopening = Reopening(
      id: id,
      owner: client.peer.owner(wantsLifecycle: client.introduction.wantsLifecycle),
      change: change,
      grants: client.grants.claims,
      lease: .seconds(lease.ttlSeconds)
    )
    return Intent(
      event: .reopen(reopening),
      session: id,
      unknownValue: unknownValue,
      identity: identity
    )
  }
}
