import AudioSessionArbitration
import AudioSessionWire

/// The identities and clients of sessions.
extension Sessions {
  /// Returns the session's identity, also if the latest event closed the session.
  func identity(of id: SessionID) -> SessionIdentity? { names[id]?.identity }

  /// Returns the connection that receives the session's notifications.
  func connection(of id: SessionID) -> ConnectionID? { names[id]?.connection }

  /// Returns whether a connection may have another session, by its own limit (R54).
  ///
  /// Sessions on behalf of other processes count by process, so that none takes up the room of
  /// others.
  ///
  /// - Parameters:
  ///   - client: The connection.
  ///   - process: The process on whose behalf it would be opened; nil for the connection's own.
  ///   - limits: The limits in force.
  /// - Returns: Whether there is room.
  func hasRoom(
    on client: some Client,
    onBehalfOf process: ProcessID?,
    within limits: Limits
  ) -> Bool {
    let limit = limits.sessionsPerConnection
    let sessions = names.sessions(on: client.id)
    if sessions.count < limit { return true }
    let counted =
      if let process {
        names.sessions(onBehalfOf: process).count { connection(of: $0) == client.id }
      } else {
        sessions.count { identity(of: $0)?.isOnBehalf != true }
      }
    return counted < limit
  }

  /// Returns whether a client may have another session of that identity (R54).
  func hasRoom(
    for identity: SessionIdentity,
    on client: some Client,
    within limits: Limits
  ) -> Bool {
    let represented = identity.isOnBehalf ? identity.peer.process : nil
    return hasRoom(on: client, onBehalfOf: represented, within: limits)
      && names.quotas.hasRoom(for: client, within: limits)
      && names.hasRoom(for: identity, by: client)
  }

  /// Prepares the end of a client: withdraws its application name and route reports, and detaches
  /// its leases, which continue without it.
  ///
  /// - Returns: The sessions that end with it.
  mutating func leave(_ client: some Client) -> [SessionID] {
    name(nil, of: client)
    takeBackRoutes(of: client.id)
    var ending: [SessionID] = []
    for id in names.sessions(on: client.id) {
      if identity(of: id)?.leaseName == nil { ending.append(id) } else { detach(id) }
    }
    return ending
  }

  /// Returns the reply to an event: the session whose object it is, nil for `{}`.
  ///
  /// - Throws: The refusal.
  func reply(
    to intent: Intent,
    _ summary: DecisionSummary,
    for viewer: Viewer
  ) throws(RPCError) -> SessionID? {
    if let refused = summary.refused {
      let unknownValue = intent.unknownValue
      throw refusal(refused, of: intent.event, unknownValue: unknownValue, for: viewer)
    }
    return intent.answer == .session ? summary.granted : nil
  }
}

/// Sessions as others see them.
extension Sessions {
  /// Returns all sessions, by number, with what `viewer` may see.
  func objects(for viewer: Viewer, at now: Instant) -> [SessionObject] {
    objects(of: ids, at: now).map { $0.shown(to: viewer) }
  }

  /// Returns the description of a blocking session, with what `viewer` may see.
  func blocker(_ id: SessionID, for viewer: Viewer) -> BlockerObject? {
    guard let view = view(of: id) else { return nil }
    let shown = viewer.sees(view.owner.user) ? identity(of: id) : nil
    return BlockerObject(
      session: number(id),
      name: shown?.name,
      priority: view.configuration.priority,
      alias: shown?.leaseName ?? shown?.peer.comm
    )
  }
}
