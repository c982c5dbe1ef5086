import Arbitration

/// What people called a session, and whose it is; immutable, so that the log can keep it.
final class SessionIdentity: Sendable {
  let name: String?
  let leaseName: String?
  /// The application that it is a part of, if one was named.
  let application: String?
  let zone: String?
  /// Whose it is.
  let peer: PeerIdentity
  /// Who operates it: somebody else, if it was opened on behalf of another process.
  let opener: PeerIdentity

  /// - Parameters:
  ///   - name: What people called it.
  ///   - leaseName: The name of the lease that it is, if it is one.
  ///   - application: The application that was named, if one was.
  ///   - zone: The zone; nil: none.
  ///   - peer: Whose it is.
  ///   - opener: Who operates it; nil: the peer itself.
  init(
    name: String?,
    leaseName: String?,
    application: String? = nil,
    zone: String? = nil,
    peer: PeerIdentity,
    opener: PeerIdentity? = nil
  ) {
    self.name = name
    self.leaseName = leaseName
    self.application = application
    self.zone = zone
    self.peer = peer
    self.opener = opener ?? peer
  }

  fileprivate var isOnBehalf: Bool { opener !== peer }

  /// The named application among those of all users.
  var applicationName: ApplicationName? {
    application.map { ApplicationName(user: peer.user, name: $0) }
  }
}

/// Who and where: everything about sessions that the core has no use for.
struct Names {
  /// A session's identity, and the connection that gets its notifications.
  struct Entry {
    var identity: SessionIdentity
    /// Nil: a lease whose opener has gone, or a session that a trial imagines.
    var connection: ConnectionID?
  }

  private struct LeaseKey: Hashable {
    var user: UserID
    var name: String
  }

  private var entries: [SessionID: Entry] = [:]
  private var leases: [LeaseKey: SessionID] = [:]
  private var leasesOfProcess: [ProcessID: Set<SessionID>] = [:]
  /// Sessions that others opened on behalf of a process.
  private var onBehalfOfProcess: [ProcessID: Set<SessionID>] = [:]
  /// Closed by the latest event; they can be named until the next.
  private var closed: [SessionID] = []

  subscript(id: SessionID) -> Entry? { entries[id] }

  /// The lease of that name and user.
  func lease(named name: String, of user: UserID) -> SessionID? {
    leases[LeaseKey(user: user, name: name)]
  }

  /// Leases of a process, by number.
  func leases(of process: ProcessID) -> [SessionID] {
    leasesOfProcess[process].map { $0.sorted() } ?? []
  }

  /// Sessions on behalf of a process, by number.
  func sessions(onBehalfOf process: ProcessID) -> [SessionID] {
    onBehalfOfProcess[process].map { $0.sorted() } ?? []
  }

  /// Whether the process has sessions that need no connection of its own.
  func hasSessions(apartFromConnectionsOf process: ProcessID) -> Bool {
    leasesOfProcess[process] != nil || onBehalfOfProcess[process] != nil
  }

  mutating func add(_ id: SessionID, _ identity: SessionIdentity, on connection: ConnectionID?) {
    if let former = entries[id]?.identity { disown(id, former.peer.process) }
    entries[id] = Entry(identity: identity, connection: connection)
    if identity.isOnBehalf { onBehalfOfProcess[identity.peer.process, default: []].insert(id) }
    guard let name = identity.leaseName else { return }
    leases[LeaseKey(user: identity.peer.user, name: name)] = id
    leasesOfProcess[identity.peer.process, default: []].insert(id)
  }

  /// A lease goes on without its opener: its notifications are dropped from now on.
  mutating func detach(_ id: SessionID) { entries[id]?.connection = nil }

  /// The session is gone; what it was called stays until ``forgetClosed()``.
  mutating func close(_ id: SessionID) {
    guard let identity = entries[id]?.identity else { return }
    closed.append(id)
    entries[id]?.connection = nil
    if let name = identity.leaseName {
      leases[LeaseKey(user: identity.peer.user, name: name)] = nil
    }
    disown(id, identity.peer.process)
  }

  private mutating func disown(_ id: SessionID, _ process: ProcessID) {
    Names.remove(id, process, from: &leasesOfProcess)
    Names.remove(id, process, from: &onBehalfOfProcess)
  }

  private static func remove(
    _ id: SessionID,
    _ process: ProcessID,
    from sessions: inout [ProcessID: Set<SessionID>]
  ) {
    sessions[process]?.remove(id)
    if sessions[process]?.isEmpty == true { sessions[process] = nil }
  }

  /// Called before the next event, when nothing can refer to the closed ones any more.
  mutating func forgetClosed() {
    guard !closed.isEmpty else { return }
    for id in closed { entries[id] = nil }
    closed.removeAll(keepingCapacity: true)
  }
}
