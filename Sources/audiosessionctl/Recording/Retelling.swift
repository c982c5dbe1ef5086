import AudioSessionArbitration
import AudioSessionRecording
import AudioSessionTypes
import AudioSessionWire

/// Turns the events of a recording into what clients have to do so that they happen in a daemon.
///
/// All clients are of one process and one user, so that not every event can be brought about.
struct Retelling {
  /// A client: what was one connection, as far as the recording tells.
  enum Client: Hashable {
    case connection(ConnectionID)
    /// All of a process whose connections didn't end in the recording.
    case process(ProcessID)
  }

  /// What has to be done.
  enum Step: Equatable {
    /// The daemon doesn't notice such an event, or has done it by itself.
    case nothing
    case request(Client, Method, JSONValue)
    /// A session is opened by a client that names this application, if any.
    case open(Client, SessionID, application: String?, JSONValue)
    case end(Client)
    case reload(Policy)
    /// A lease or an offer ends.
    case wait
  }

  /// Why an event can't be brought about.
  struct Obstacle: Error, Equatable {
    var sentence: String
  }

  /// The numbers that the daemon gave the sessions.
  var numbers: [SessionID: UInt64] = [:]
  /// The difference of recorded numbers of decisions to those of the daemon.
  var offset: UInt64?
  /// The rights that the clients hold, as far as the events tell.
  let claims: Grants
  /// Whether reports are about all users' sessions.
  let reportsForAll: Bool
  private let user: UserID?
  private var kindNames = KindNames()
  private var homes: [SessionID: Client] = [:]
  private var processes: [SessionID: ProcessID] = [:]
  private var clients: Set<Client> = []

  init(_ start: RecordedState, _ events: [RecordedEvent]) throws(Obstacle) {
    guard start.state.isBlank else {
      let what = "the recording begins when there were sessions or reports already"
      throw Obstacle(sentence: "\(what); only the core can go on from there")
    }
    claims = events.lazy.compactMap { $0.event.grants }.first ?? .none
    user = events.lazy.compactMap { $0.event.user }.first
    reportsForAll = events.contains { $0.event.reporter.map { $0.user == nil } ?? false }
    note(start.state.policy)
    for recorded in events {
      guard case .connectionEnded(let connection, let sessions, _) = recorded.event else {
        continue
      }
      for id in sessions { homes[id] = .connection(connection) }
    }
  }

  /// The step for the next event.
  mutating func step(for recorded: RecordedEvent) throws(Obstacle) -> Step {
    try check(recorded.event)
    switch recorded.event {
    case .started: return .nothing
    case .open(let opening): return try open(opening, recorded.names)
    case .reopen(let reopening):
      guard processes[reopening.id] == reopening.owner.process else {
        throw Obstacle(sentence: "another process opens the lease again")
      }
      return try open(reopening, recorded.names)
    case .configure(let id, let change, _):
      return try request(.sessionConfigure, id, parameters(of: change))
    case .activate(let id, _, let ifSeq, let notifyOthers):
      var members = Retelling.options(notifyOthers)
      if let ifSeq {
        members.append(.init("ifSeq", .number("\(ifSeq - min(offset ?? 0, ifSeq))")))
      }
      return try request(.sessionActivate, id, members)
    case .deactivate(let id, let notifyOthers):
      return try request(.sessionDeactivate, id, Retelling.options(notifyOthers))
    case .report(let id, let report):
      return try request(.sessionReport, id, report.json.members ?? [])
    case .renew(let id, let lease):
      return try request(.sessionRenew, id, lease.map { [Retelling.seconds($0)] } ?? [])
    case .close(let id): return try request(.sessionClose, id, [])
    case .evict(let id): return try request(.sessionEvict, id, [])
    case .connectionEnded(let connection, _, let orphaned):
      guard orphaned.isEmpty else {
        throw Obstacle(sentence: "a process ends whose leases go on")
      }
      let client = Client.connection(connection)
      return clients.remove(client) == nil ? .nothing : .end(client)
    case .setMicrophoneMuted, .setSleeping, .setSilenced, .setRoute:
      return report(recorded.event)
    case .processEnded: throw Obstacle(sentence: "a process ends apart from its connections")
    case .setSuspended: throw Obstacle(sentence: "a process is suspended")
    case .reload(let policy):
      note(policy)
      return .reload(policy)
    case .timePassed: return recorded.decision["expiry"] == nil ? .nothing : .wait
    }
  }

  /// Throws if the event needs another user or other rights.
  private func check(_ event: Event) throws(Obstacle) {
    if let user = event.user, user != self.user {
      throw Obstacle(sentence: "a session or report of another user")
    }
    if let grants = event.grants, grants != claims {
      throw Obstacle(sentence: "a client with other grants")
    }
    if let reporter = event.reporter, (reporter.user == nil) != reportsForAll {
      throw Obstacle(sentence: "a reporter with other grants")
    }
  }

  private mutating func note(_ policy: Policy) {
    for role in policy.roles { _ = kindNames.enter(role.name) }
  }
}

/// Requests.
extension Retelling {
  private mutating func open(
    _ opening: Opening,
    _ names: RecordedNames?
  ) throws(Obstacle) -> Step {
    guard opening.isWithinLimits else { throw Obstacle(sentence: "a limit is reached") }
    let id = opening.id
    let client = homes[id] ?? .process(opening.owner.process)
    homes[id] = client
    processes[id] = opening.owner.process
    clients.insert(client)
    var members = try parameters(of: opening.change)
    members.append(.init("name", .string(names?.name ?? "session-\(id.number)")))
    members.append(
      .init("zone", opening.scope.zone.map { .string(names?.zone ?? "zone-\($0.number)") } ?? .null)
    )
    if let lease = opening.lease { members.append(Retelling.lease(id, lease)) }
    // A lease that names no application is one by itself, and so is a process.
    let isOwn = opening.lease != nil && names?.application == nil
    let application = isOwn ? nil : "application-\(opening.scope.application.number)"
    return .open(client, id, application: application, .object(members))
  }

  private mutating func open(
    _ reopening: Reopening,
    _ names: RecordedNames?
  ) throws(Obstacle) -> Step {
    let client = homes[reopening.id] ?? .process(reopening.owner.process)
    let members = try parameters(of: reopening.change)
    let lease = Retelling.lease(reopening.id, reopening.lease)
    return .request(client, .sessionOpen, .object(members + [lease]))
  }

  private func request(
    _ method: Method,
    _ id: SessionID,
    _ members: [JSONValue.Member]
  ) throws(Obstacle) -> Step {
    guard let client = homes[id], let number = numbers[id] else {
      throw Obstacle(sentence: "a session that wasn't opened")
    }
    let session = JSONValue.Member("session", .number("\(number)"))
    return .request(client, method, .object([session] + members))
  }

  private mutating func report(_ event: Event) -> Step {
    guard let reporter = event.reporter else { return .nothing }
    let client = Client.connection(reporter.connection)
    clients.insert(client)
    switch event {
    case .setMicrophoneMuted(let isMuted, _):
      return .request(client, .systemSetMicrophoneMuted, ["muted": .bool(isMuted)])
    case .setSleeping(let isSleeping, _):
      return .request(client, .systemSetSleeping, ["sleeping": .bool(isSleeping)])
    case .setSilenced(let isSilenced, _):
      return .request(client, .systemSetSilenced, ["silenced": .bool(isSilenced)])
    case .setRoute(let route, let reason, _):
      return .request(client, .systemSetRoute, Retelling.parameters(of: route, reason))
    default: return .nothing
    }
  }

  private func parameters(
    of change: ConfigurationChange
  ) throws(Obstacle) -> [JSONValue.Member] {
    guard !change.namesUnknownValue else {
      throw Obstacle(sentence: "a value that doesn't exist, which isn't recorded")
    }
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ word: String?) {
      if let word { members.append(.init(name, .string(word))) }
    }
    add("category", change.category?.rawValue)
    add("mode", change.mode?.rawValue)
    add("routeSharingPolicy", change.routeSharingPolicy?.rawValue)
    add("priority", change.priority?.rawValue)
    add("alertStyle", change.alertStyle?.rawValue)
    if let options = change.options {
      let named = CategoryOptions.named.filter { options.contains($0.option) }
      guard named.reduce(into: CategoryOptions(), { $0.formUnion($1.option) }) == options else {
        throw Obstacle(sentence: "options without a name")
      }
      members.append(.init("options", .array(named.map { .string($0.name) })))
    }
    switch change.role {
    case nil: break
    case .some(.none): members.append(.init("role", .null))
    case .named(let kind): add("role", kindNames[kind])
    }
    let preferences = Preferences.named.compactMap { name, preference -> JSONValue.Member? in
      if change.preferencesSet.contains(preference) { return .init(name, true) }
      return change.preferencesCleared.contains(preference) ? .init(name, false) : nil
    }
    if !preferences.isEmpty { members.append(.init("preferences", .object(preferences))) }
    return members
  }

  /// A lease by the session's number: the daemon that repeats it has one user, of whom no two leases
  /// have the same name.
  private static func lease(_ id: SessionID, _ length: Duration) -> JSONValue.Member {
    let name = JSONValue.string("lease-\(id.number)")
    return .init("lease", .object([.init("leaseName", name), seconds(length)]))
  }

  private static func seconds(_ length: Duration) -> JSONValue.Member {
    .init("ttlSeconds", JSONValue(floatLiteral: length.inSeconds))
  }

  private static func options(_ notifyOthers: Bool) -> [JSONValue.Member] {
    notifyOthers ? [.init("options", ["notifyOthersOnDeactivation"])] : []
  }

  /// A route with the recorded properties: equal numbers are equal routes.
  private static func parameters(
    of route: RouteSummary,
    _ reason: RouteChangeReason?
  ) -> JSONValue {
    func port(_ type: String) -> JSONValue {
      ["portType": .string(type), "name": .string(type), "portID": .string("\(route.number)")]
    }
    let output: [JSONValue] = route.number == 0 ? [] : [port("Speaker")]
    let input: [JSONValue] = route.hasBuiltInMicrophone ? [] : [port("LineIn")]
    var members: [JSONValue.Member] = [
      .init("inputs", .array(input)), .init("outputs", .array(output)),
    ]
    if let reason { members.append(.init("reason", .string(reason.rawValue))) }
    return .object(members)
  }
}

extension Event {
  /// The user whose session or report it is about, if it says.
  fileprivate var user: UserID? {
    switch self {
    case .open(let opening): opening.owner.user
    case .reopen(let reopening): reopening.owner.user
    default: reporter?.user
    }
  }

  fileprivate var grants: Grants? {
    switch self {
    case .open(let opening): opening.grants
    case .reopen(let reopening): reopening.grants
    case .configure(_, _, let grants), .activate(_, let grants, _, _): grants
    default: nil
    }
  }

  fileprivate var reporter: Reporter? {
    switch self {
    case .setMicrophoneMuted(_, let reporter), .setSleeping(_, let reporter),
      .setSilenced(_, let reporter), .setSuspended(_, _, let reporter),
      .setRoute(_, _, let reporter):
      reporter
    default: nil
    }
  }
}
