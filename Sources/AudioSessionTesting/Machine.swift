import AudioSession
import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionServer
import AudioSessionWire

/// The simulated machine: its clock, the daemon, the links to it, and what nobody has read yet.
///
/// It calls nothing, so that it can live under a lock.
struct Machine {
  /// The state of the daemon.
  enum Condition {
    case stopped, running
    /// It takes what comes, and does nothing.
    case hanging
  }

  /// Something that a link is to be told.
  enum Delivery: Sendable {
    case bytes([UInt8], InProcessLink)
    case end(InProcessLink)
  }

  /// A link to the daemon, and the program that made it.
  private struct Member {
    let link: WeakLink
    let program: SimulatedProgram
    /// Its number in the daemon; nil while it isn't connected.
    var client: ConnectionID?
  }

  /// What came while the daemon hung.
  private enum Arrival {
    case bytes([UInt8], ConnectionID)
    case end(ConnectionID)
    /// A process ended, and with it all its connections.
    case death(pid: Int32)
  }

  /// The time, in nanoseconds since the machine was created.
  private(set) var now: Int64 = 0
  private(set) var condition: Condition
  private let daemon: MemoryDaemon
  /// In the order of their creation.
  private var members: [Member] = []
  private var pids: [SimulatedProgram: Int32] = [:]
  private var lastPID: Int32 = 99
  private var unread: [Arrival] = []
  private var deliveries: [Delivery] = []
  private var isDelivering = false
  /// What reports about the machine, as an agent does.
  private var reporter: ConnectionID
  /// The latest reports, which are made again to the next daemon.
  private var reports: [(method: Method, params: JSONValue)] = []

  init(settings: Settings, isRunning: Bool) {
    daemon = MemoryDaemon(settings: settings)
    condition = isRunning ? .running : .stopped
    reporter = daemon.connect(as: Machine.reportingPeer)
  }

  /// The links, in the order of their creation.
  var links: [InProcessLink] { members.compactMap(\.link.link) }

  /// The time of the daemon's next expiry, in nanoseconds; nil if there is none.
  var deadline: Int64? { condition == .running ? daemon.deadline?.nanoseconds : nil }

  /// Lets time pass until a moment before which nothing expires.
  mutating func advance(to time: Int64) {
    now = max(now, time)
    if condition == .running { daemon.advance(to: Instant(nanoseconds: now)) }
  }
}

/// The links of programs.
extension Machine {
  /// Adds a link of a program.
  mutating func add(_ link: InProcessLink, of program: SimulatedProgram) {
    members.removeAll { $0.link.link == nil && $0.client == nil }
    members.append(Member(link: WeakLink(link), program: program))
  }

  /// Connects a link.
  ///
  /// - Returns: False if the daemon isn't running.
  mutating func connect(_ link: InProcessLink) -> Bool {
    guard condition != .stopped, let index = index(of: link) else { return false }
    let program = members[index].program
    let peer = MemoryPeer(
      pid: pid(of: program),
      uid: program.uid,
      comm: program.name,
      grants: program.daemonGrants
    )
    members[index].client = daemon.connect(as: peer)
    return true
  }

  /// Takes what a link has to say.
  mutating func receive(_ bytes: [UInt8], from link: InProcessLink) {
    guard let index = index(of: link), let client = members[index].client else { return }
    receive(.bytes(bytes, client))
  }

  /// Ends the connection of a link.
  mutating func disconnect(_ link: InProcessLink) {
    guard let index = index(of: link), let client = members[index].client else { return }
    members[index].client = nil
    receive(.end(client))
  }

  /// Ends the process of a program.
  mutating func end(_ program: SimulatedProgram) {
    guard condition != .stopped else { return }
    receive(.death(pid: pid(of: program)))
    // What it does from now on, another process does.
    pids[program] = nil
  }

  private mutating func receive(_ arrival: Arrival) {
    if condition == .hanging { return unread.append(arrival) }
    switch arrival {
    case .bytes(let bytes, let client): daemon.receive(bytes, from: client)
    case .end(let client): daemon.disconnect(client)
    case .death(let pid): daemon.endProcess(pid: pid)
    }
  }

  private func index(of link: InProcessLink) -> Int? {
    members.firstIndex { $0.link.link === link }
  }

  private mutating func pid(of program: SimulatedProgram) -> Int32 {
    if let pid = pids[program] { return pid }
    lastPID += 1
    pids[program] = lastPID
    return lastPID
  }
}

/// What links are to be told.
extension Machine {
  /// Returns the next delivery, which is made without the lock; nil if there is none, or one is
  /// being made.
  mutating func nextDelivery() -> Delivery? {
    if isDelivering { return nil }
    collect()
    guard !deliveries.isEmpty else { return nil }
    isDelivering = true
    return deliveries.removeFirst()
  }

  /// The delivery was made.
  mutating func finishDelivery() { isDelivering = false }

  private mutating func collect() {
    for output in daemon.takeOutput() {
      switch output {
      case .bytes(let client, let bytes):
        if let link = link(of: client) { deliveries.append(.bytes(bytes, link)) }
      case .end(let client):
        if let link = link(of: client) { deliveries.append(.end(link)) }
        if let index = members.firstIndex(where: { $0.client == client }) {
          members[index].client = nil
        }
      }
    }
  }

  private func link(of client: ConnectionID) -> InProcessLink? {
    members.first { $0.client == client }?.link.link
  }
}

/// The daemon's faults.
extension Machine {
  /// Ends the daemon.
  ///
  /// - Parameter isOrderly: Whether it tells its clients before.
  mutating func stop(isOrderly: Bool) {
    guard condition != .stopped else { return }
    // One that hangs can't tell anybody, and reads nothing any more.
    daemon.restart(isOrderly: isOrderly && condition == .running)
    condition = .stopped
    unread = []
    collect()
  }

  mutating func start() {
    guard condition == .stopped else { return }
    condition = .running
    daemon.advance(to: Instant(nanoseconds: now))
    reporter = daemon.connect(as: Machine.reportingPeer)
    for (method, params) in reports { request(method, params) }
  }

  mutating func hang() {
    if condition == .running { condition = .hanging }
  }

  /// Ends the daemon's hanging: what expired meanwhile expires, and what came is read.
  mutating func resume() {
    guard condition == .hanging else { return }
    condition = .running
    daemon.skip(to: Instant(nanoseconds: now))
    daemon.advance(to: Instant(nanoseconds: now))
    let arrivals = unread
    unread = []
    for arrival in arrivals { receive(arrival) }
  }
}

/// What the machine reports.
extension Machine {
  /// Makes a report, and makes it again to each daemon that is started later.
  mutating func report(_ method: Method, _ params: JSONValue) {
    reports.removeAll { $0.method == method }
    reports.append((method, params))
    request(method, params)
  }

  /// Reports that a program is suspended, or runs again.
  mutating func report(_ program: SimulatedProgram, isSuspended: Bool) {
    let pid = JSONValue.number("\(pid(of: program))")
    request(.systemSetProcessSuspended, ["pid": pid, "suspended": .bool(isSuspended)])
  }

  /// Makes a request as the machine's administrator; nobody reads the reply.
  mutating func request(_ method: Method, _ params: JSONValue) {
    guard condition != .stopped else { return }
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method.rawValue), "params": params,
    ]
    receive(.bytes(Array("\(request.text)\n".utf8), reporter))
  }

  private static let reportingPeer =
    MemoryPeer(pid: 1, uid: 0, comm: "machine", grants: [.system, .admin])
}

/// A link that is kept only by its sessions.
private struct WeakLink {
  private(set) weak var link: InProcessLink?

  init(_ link: InProcessLink) { self.link = link }
}
