import AudioSessionArbitration
import AudioSessionWire

extension SessionIdentity {
  var isOnBehalf: Bool { opener !== peer }

  /// Whether the session exists independently of any connection of its process.
  fileprivate var needsNoConnection: Bool { isOnBehalf || leaseName != nil }

  /// The application's name, qualified by its user.
  var applicationName: ApplicationName? {
    application.map { ApplicationName(user: peer.user, name: $0) }
  }
}

/// The identities and connections of sessions, which the core doesn't need.
struct Names {
  /// A session's identity, and the connection that gets its notifications.
  struct Entry {
    var identity: SessionIdentity
    /// The next session of the same connection; the first follows the latest.
    fileprivate var next: SessionID
    /// Nil for a lease whose opener has disconnected, or for a simulated session.
    var connection: ConnectionID?
  }

  private struct LeaseKey: Hashable {
    var user: UserID
    var name: String
  }

  /// The highest session number used so far.
  private var count: UInt64
  private var entries = NumberedValues<Entry>()
  /// The latest session of each connection.
  private var latest: [ConnectionID: SessionID] = [:]
  private var leases: [LeaseKey: SessionID] = [:]
  private var leasesOfProcess: [ProcessID: Set<SessionID>] = [:]
  /// The sessions that other processes opened on behalf of a process.
  private var onBehalfOfProcess: [ProcessID: Set<SessionID>] = [:]
  private(set) var quotas = SessionQuotas()
  private var keptProcesses = KeptProcesses()
  /// The sessions that the latest event closed; their names are kept until the next event.
  private var closed: [SessionID] = []

  /// - Parameter count: The highest session number used before.
  init(after count: UInt64 = 0) { self.count = count }

  /// The number of the next session.
  var next: SessionID { SessionID(count + 1) }

  subscript(id: SessionID) -> Entry? { entries[id.number] }

  /// The same, or nil if the latest event closed the session.
  subscript(open id: SessionID) -> Entry? { closed.contains(id) ? nil : self[id] }

  /// Returns the open sessions whose notifications a connection gets, in the order in which it
  /// opened them.
  func sessions(on connection: ConnectionID) -> [SessionID] {
    var sessions: [SessionID] = []
    guard let last = latest[connection] else { return [] }
    repeat { sessions.append(next(after: sessions.last ?? last)) } while sessions.last != last
    return sessions
  }

  private func next(after id: SessionID) -> SessionID { entries[id.number]?.next ?? id }

  /// Returns the user's lease of that name.
  func lease(named name: String, of user: UserID) -> SessionID? {
    leases[LeaseKey(user: user, name: name)]
  }

  /// Returns the leases of a process, by number.
  func leases(of process: ProcessID) -> [SessionID] {
    leasesOfProcess[process].map { $0.sorted() } ?? []
  }

  /// Returns the sessions opened on behalf of a process, by number.
  func sessions(onBehalfOf process: ProcessID) -> [SessionID] {
    onBehalfOfProcess[process].map { $0.sorted() } ?? []
  }

  /// Returns whether the process has sessions that exist independently of its connections.
  func hasSessions(apartFromConnectionsOf process: ProcessID) -> Bool {
    leasesOfProcess[process] != nil || onBehalfOfProcess[process] != nil
  }

  /// Returns whether a client may have a session of that identity, as far as its process counts
  /// (R54).
  func hasRoom(for identity: SessionIdentity, by client: some Client) -> Bool {
    let (process, user) = (identity.peer.process, identity.peer.user)
    return !identity.needsNoConnection
      || keptProcesses.hasRoom(for: process, of: user, isPrivileged: client.isPrivileged)
  }

  mutating func add(_ id: SessionID, _ identity: SessionIdentity, on connection: ConnectionID?) {
    if let former = entries[id.number]?.identity {
      disown(id, former.peer.process)
    } else {
      quotas.opened(by: identity.opener.user)
    }
    detach(id)
    count = max(count, id.number)
    let last = connection.flatMap { latest.updateValue(id, forKey: $0) }
    let next = last.map { self.next(after: $0) } ?? id
    entries[id.number] = Entry(identity: identity, next: next, connection: connection)
    if let last { entries[last.number]?.next = id }
    let process = identity.peer.process
    if identity.isOnBehalf { onBehalfOfProcess[process, default: []].insert(id) }
    if let name = identity.leaseName {
      leases[LeaseKey(user: identity.peer.user, name: name)] = id
      leasesOfProcess[process, default: []].insert(id)
    }
    if identity.needsNoConnection { keptProcesses.keep(process, of: identity.peer.user) }
  }

  /// Detaches a lease from its opener; its notifications are dropped from now on.
  mutating func detach(_ id: SessionID) {
    guard let connection = entries[id.number]?.connection else { return }
    entries[id.number]?.connection = nil
    // The first is found at once: most often they are closed in their order.
    guard let last = latest[connection] else { return }
    var previous = last
    while next(after: previous) != id { previous = next(after: previous) }
    let next = next(after: id)
    entries[previous.number]?.next = next
    if id == last { latest[connection] = previous == id ? nil : previous }
  }

  /// Removes a closed session; its identity stays available until ``forgetClosed()``.
  mutating func close(_ id: SessionID) {
    guard let identity = entries[id.number]?.identity else { return }
    closed.append(id)
    quotas.ended(of: identity.opener.user)
    detach(id)
    if let name = identity.leaseName {
      leases[LeaseKey(user: identity.peer.user, name: name)] = nil
    }
    disown(id, identity.peer.process)
  }

  private mutating func disown(_ id: SessionID, _ process: ProcessID) {
    Names.remove(id, process, from: &leasesOfProcess)
    Names.remove(id, process, from: &onBehalfOfProcess)
    if !hasSessions(apartFromConnectionsOf: process) { keptProcesses.release(process) }
  }

  private static func remove(
    _ id: SessionID,
    _ process: ProcessID,
    from sessions: inout [ProcessID: Set<SessionID>]
  ) {
    sessions[process]?.remove(id)
    if sessions[process]?.isEmpty == true { sessions[process] = nil }
  }

  /// Forgets the closed sessions; called before the next event, when nothing refers to them any
  /// more.
  mutating func forgetClosed() {
    guard !closed.isEmpty else { return }
    for id in closed { entries[id.number] = nil }
    closed.forgetAll()
  }
}
