import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// Who is who while a scenario is played by processes: whose session is on which connection.
struct DaemonCast {
  /// A process of the scenario, with its connections by the name that each stands for.
  final class Member {
    let process: ClientProcess
    let user: UInt32
    let group: UInt32
    var connections: [String: ClientConnection] = [:]

    init(user: UInt32, group: UInt32) throws(ProcessFault) {
      process = try ClientProcess(user: user, group: group)
      self.user = user
      self.group = group
    }
  }

  let stage: Stage
  /// The groups that stand for processes in the grants; one loses its grants with its entry.
  private(set) var grants: [String: [String]]
  /// What each connection named as its application, by its key.
  private var applications: [String: String] = [:]
  /// Reporters, and whether they may speak for everybody.
  private var reporters: [String: Bool]
  private var members: [String: Member] = [:]
  private var formerGroups: Set<UInt32> = []
  /// Sessions' numbers by name, and back.
  private(set) var numbers: [String: Int64] = [:]
  private var names: [Int64: String] = [:]
  /// Over which connection a session is operated; a lease moves.
  private var keys: [String: String] = [:]

  init(_ stage: Stage) {
    self.stage = stage
    grants = stage.grants
    reporters = stage.reporters.mapValues { $0 == nil }
    for (name, application) in stage.applications { self.name(application: application, of: name) }
  }

  /// The grants of the configuration: each process has a group of its own, which holds them.
  ///
  /// Groups that are nobody's yet hold what a process holds of which nothing was declared.
  ///
  /// - Parameter roles: The names of the roles that are grants, too.
  /// - Returns: The groups that hold each grant.
  func configuredGrants(roles: [String]) -> [String: DaemonConfiguration.Holders] {
    let owners = Dictionary(uniqueKeysWithValues: members.map { ($1.group, $0) })
    var holders: [String: DaemonConfiguration.Holders] = [:]
    for group in DaemonCast.groups {
      for grant in grantNames(of: owners[group], roles) {
        holders[grant, default: DaemonConfiguration.Holders()].groups.append(group)
      }
    }
    return holders
  }

  private func grantNames(of name: String?, _ roles: [String]) -> [String] {
    if let name, let speaksForEverybody = reporters[name] {
      return speaksForEverybody ? ["system"] : []
    }
    let all = Priority.allCases.filter { $0 != .normal }.map(\.rawValue) + roles
    guard let held = name.flatMap({ grants[$0] }) else { return all }
    return all.filter(held.contains)
  }

  /// What a connection names as its application, nil if nothing.
  func application(of name: String) -> String? { applications[connectionKey(name)] }

  mutating func name(application: String?, of name: String) {
    applications[connectionKey(name)] = application
  }

  mutating func setReporter(_ name: String, forEverybody: Bool) { reporters[name] = forEverybody }

  mutating func takeGrants(of name: String) { grants[processName(name)] = [] }

  mutating func returnGrants(of name: String) {
    let process = processName(name)
    grants[process] = stage.grants[process]
  }

  /// Starts the processes of everybody who is declared.
  mutating func start() throws(ProcessFault) {
    let names = stage.sessions.map(\.name) + stage.processes.flatMap(\.names)
    let others = Array(stage.reporters.keys) + stage.grants.keys + stage.users.keys
    for name in names + others.sorted() { _ = try member(name) }
  }

  /// The process of a name; a new one for one that comes later.
  mutating func member(_ name: String) throws(ProcessFault) -> Member {
    let process = processName(name)
    if let member = members[process] { return member }
    let taken = Set(members.values.map(\.group)).union(formerGroups)
    guard let group = DaemonCast.groups.first(where: { !taken.contains($0) }) else {
      throw ProcessFault("there are too many processes")
    }
    let user = stage.users[name] ?? (stage.reporters[name] ?? nil) ?? DaemonCast.usualUser
    let member = try Member(user: user, group: group)
    members[process] = member
    return member
  }

  /// A process of the same user as a name's, which has no part in the scenario.
  func stranger(ofUserOf name: String) throws(ProcessFault) -> ClientProcess {
    let user = stage.users[name] ?? DaemonCast.usualUser
    return try ClientProcess(user: user, group: DaemonCast.groups.upperBound)
  }

  /// Ends a process, and with it all its connections.
  mutating func kill(_ name: String) throws(ProcessFault) {
    guard let member = members.removeValue(forKey: processName(name)) else { return }
    formerGroups.insert(member.group)
    try member.process.die()
  }

  var everybody: [Member] { members.keys.sorted().compactMap { members[$0] } }

  var connections: [ClientConnection] {
    everybody.flatMap { member in
      member.connections.keys.sorted().compactMap { member.connections[$0] }
    }
  }

  /// The connection of a name, made when it is first needed.
  ///
  /// - Parameters:
  ///   - name: A session's or a reporter's name.
  ///   - path: The daemon's socket.
  ///   - isNew: Told about a connection that was made now.
  /// - Returns: The connection of the name's process, or its own.
  /// - Throws: What the process or `isNew` says against it.
  mutating func connection(
    _ name: String,
    to path: String,
    isNew: (ClientConnection) throws(ProcessFault) -> Void
  ) throws(ProcessFault) -> ClientConnection {
    let member = try member(name)
    let key = connectionKey(name)
    if let connection = member.connections[key] { return connection }
    let connection = try member.process.connect(to: path)
    member.connections[key] = connection
    try isNew(connection)
    return connection
  }

  /// Over whose connection a session is operated.
  func speaker(for session: String) -> String { keys[session] ?? session }

  mutating func enter(_ session: String, _ number: Int64, openedBy opener: String) {
    numbers[session] = number
    names[number] = session
    keys[session] = opener
  }

  func number(_ session: String) throws(ScenarioFault) -> Int64 {
    guard let number = numbers[session] else { throw ScenarioFault("there is no \(session)") }
    return number
  }

  func name(_ number: Int64?) -> String {
    number.map { names[$0] ?? "session\($0)" } ?? "nobody"
  }

  /// The first session on a connection, for what is told to the connection as a whole.
  func spokesman(of connection: ClientConnection) -> String {
    for member in everybody {
      for (key, own) in member.connections where own === connection { return key }
    }
    return "nobody"
  }

  mutating func remove(_ connection: ClientConnection) {
    for member in everybody {
      member.connections = member.connections.filter { $0.value !== connection }
    }
  }

  /// A process has one connection, unless it was declared to have one for each session.
  private func connectionKey(_ name: String) -> String {
    let shared = stage.processes.first { $0.names.contains(name) }
    return shared?.hasConnectionEach == true ? name : processName(name)
  }

  private func processName(_ name: String) -> String {
    stage.processes.first { $0.names.contains(name) }?.names.first ?? name
  }

  private static let usualUser: UInt32 = 1000
  private static let groups: ClosedRange<UInt32> = 40_001...40_024
}
