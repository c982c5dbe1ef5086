import AudioSessionArbitration
import AudioSessionTypes

/// The numbers of a scenario's sessions, processes, connections and reporters, by name.
struct Cast {
  /// The grants of those who don't hold all of them.
  var grants: [String: [String]]
  var scopes: ScopeBook
  /// The connections that report, each with the only user that it speaks for.
  private var reporters: [String: UInt32?]
  private let stage: Stage
  private var ids: [String: SessionID] = [:]
  private var names: [SessionID: String] = [:]
  /// Sessions of each connection in the order in which they were opened; a lease moves.
  private var connections: [SessionID: ConnectionID] = [:]
  /// Connections that have ended; who outlives them, as a lease does, can be told nothing.
  private var ended: Set<ConnectionID> = []
  /// Numbers of processes and connections, by the name that stands for them.
  private var numbers: [String: UInt64] = [:]

  init(_ stage: Stage) {
    self.stage = stage
    grants = stage.grants
    reporters = stage.reporters
    scopes = ScopeBook(named: [:])
    let names = stage.sessions.map(\.name) + stage.processes.flatMap(\.names)
    for name in names + stage.reporters.keys.sorted() { number(of: name) }
    for (name, application) in stage.applications { self.name(application: application, of: name) }
  }

  /// Gives a session its number; one that was refused leaves its number unused.
  mutating func enter(_ name: String) -> SessionID {
    number(of: name)
    let id = SessionID(UInt64(names.count + 1))
    ids[name] = id
    names[id] = name
    connections[id] = connection(name)
    return id
  }

  mutating func takeOver(_ name: String, by opener: String) {
    guard let id = ids[name] else { return }
    connections[id] = connection(opener)
  }

  mutating func end(_ connection: ConnectionID) { ended.insert(connection) }

  func hears(_ id: SessionID) -> Bool {
    connections[id].map { !ended.contains($0) } ?? false
  }

  func id(_ name: String) throws(ScenarioFault) -> SessionID {
    guard let id = ids[name] else { throw ScenarioFault("there is no session \(name)") }
    return id
  }

  func name(_ id: SessionID) -> String { names[id] ?? "session\(id.number)" }

  func watchesLifecycle(_ id: SessionID) -> Bool { stage.watchers.contains(name(id)) }

  func grants(_ name: String, under policy: CorePolicy) -> Grants {
    grants[name].map { policy.grants($0, of: owner(name).user) } ?? .all
  }

  mutating func returnGrants(of name: String) { grants[name] = stage.grants[name] }

  func process(_ name: String) -> ProcessID { ProcessID(numbers[processName(name)] ?? 0) }

  func owner(_ name: String) -> Owner {
    let user = stage.users[name] ?? (stage.reporters[name] ?? nil) ?? Cast.usualUser
    return Owner(
      process: process(name),
      user: UserID(user),
      watchesLifecycle: stage.watchers.contains(name)
    )
  }

  /// A process has one connection, unless it was declared to have one for each session.
  func connection(_ name: String) -> ConnectionID {
    ConnectionID(numbers[connectionKey(name)] ?? 0)
  }

  func connectionKey(_ name: String) -> String {
    let shared = stage.processes.first { $0.names.contains(name) }
    return shared?.hasConnectionEach == true ? name : processName(name)
  }

  func connections(ofProcessOf name: String) -> [ConnectionID] {
    let own = process(name)
    let names = numbers.keys.filter { process($0) == own }
    return Set(names.map(connection)).sorted { $0.number < $1.number }
  }

  func sessions(on connection: ConnectionID) -> [SessionID] {
    connections.filter { $0.value == connection }.keys.sorted()
  }

  /// The reporter of that name; without one the system itself, on a connection of its own.
  ///
  /// Whoever wasn't declared to report for everybody speaks for the sessions of its own user.
  mutating func reporter(_ name: String?) -> Reporter {
    guard let name else { return Reporter(connection: Cast.system, user: nil) }
    number(of: name)
    let user: UInt32? = reporters[name] ?? owner(name).user.number
    return Reporter(connection: connection(name), user: user.map { UserID($0) })
  }

  /// Gives a reporter the right to speak for everybody, or takes it.
  mutating func setReporter(_ name: String, forEverybody: Bool) {
    reporters.updateValue(forEverybody ? nil : owner(name).user.number, forKey: name)
  }

  private func processName(_ name: String) -> String {
    stage.processes.first { $0.names.contains(name) }?.names.first ?? name
  }

  /// Gives a process or a connection its number, if it is new.
  mutating func number(of name: String) {
    if numbers[name] == nil { numbers[name] = UInt64(numbers.count + 1) }
  }

  private static let usualUser: UInt32 = 1000
  private static let system = ConnectionID(1_000_000)
}
