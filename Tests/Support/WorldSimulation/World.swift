package import AudioSessionArbitration
import AudioSessionClient
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionServer
package import AudioSessionTypes
import AudioSessionWire
import Enforcement
import ReferenceRules

/// A daemon, its clients, an observer, and the agent with its streams, in one process and in
/// virtual time.
package final class World {
  let daemon: MemoryDaemon
  private(set) var clients: [WireClient]
  let observer = Observer()
  let agent = Agent()
  /// Whoever reports of the machine, and administers it.
  private let machine = Endpoint(
    MemoryPeer(pid: 1, uid: 0, comm: "machine", grants: [.system, .admin])
  )
  private var oracle: Oracle
  /// The time, in nanoseconds.
  private(set) var now: Int64 = 0
  private var lastPID: Int32 = 1000
  /// What is wrong, in the order in which it was found.
  package private(set) var faults: [String] = []
  /// Is shown each event with its decision.
  package var witness: ((Event, Instant, borrowing Decision) -> Void)?

  /// - Parameter policy: The policy in force.
  package init(_ policy: Policy) {
    var settings = Settings()
    settings.policy = policy
    oracle = Oracle(policy: policy)
    clients = (0..<OperationGenerator.clients).map { WireClient($0, pid: 100 + Int32($0)) }
    daemon = MemoryDaemon(settings: settings)
    daemon.witness = { [unowned self] event, now, decision in
      if let difference = oracle.take(event, at: now, decision) { fault(difference) }
      witness?(event, now, decision)
    }
    for pid in programs { daemon.beginProcess(as: MemoryPeer(pid: pid, comm: "program")) }
    machine.link = daemon.connect(as: machine.peer)
    observer.connect(in: self)
    agent.begin(in: self)
    exchange()
  }

  package var snapshot: Snapshot { daemon.snapshot }

  /// Notes that something is wrong.
  func fault(_ text: String) { faults.append("at \(Double(now) / 1e9) s: \(text)") }

  /// Compares all sessions with the reference's.
  package func compare() {
    if let difference = oracle.difference(from: daemon.snapshot) { fault(difference) }
  }

  /// The sessions as the reference has them.
  var reference: [NaiveView] { oracle.reference.views }

  /// The processes that have no sessions of their own, and the clients that have streams.
  private var programs: [Int32] { [300, 301, 302] + clients.prefix(2).map { $0.peer.pid } }

  private func program(ofStream index: Int) -> Int32 { programs[max(index - 1, 0)] }

  // MARK: What happens

  package func perform(_ operation: Operation) {
    switch operation {
    case .connect(let client): clients[client].connect(in: self)
    case .request(let client, let request): clients[client].request(request, in: self)
    case .resend(let client): clients[client].resend(in: self)
    case .stall(let client, let isStalled): clients[client].isStalled = isStalled
    case .hold(let client, let isHeld): clients[client].isHeld = isHeld
    case .cut(let client, let count): end(client, carryingOut: count, isDeath: false)
    case .kill(let client, let count): end(client, carryingOut: count, isDeath: true)
    case .evict(let client, let slot): evict(client, slot)
    case .report(let report): tell(report)
    case .restart(let isOrderly, let keepsConnections):
      daemon.restart(isOrderly: isOrderly, keepsConnections: keepsConnections)
    case .stream(let index, let change):
      agent.change(index, change, pid: program(ofStream: index), in: self)
    case .agent(let isAlive): isAlive ? agent.begin(in: self) : agent.die(in: self)
    case .pass(let milliseconds): pass(Int64(milliseconds) * 1_000_000)
    case .settle: settle()
    }
    exchange()
  }

  private func end(_ index: Int, carryingOut count: Int, isDeath: Bool) {
    let client = clients[index]
    if let link = client.link {
      for line in client.sent.prefix(count) { pass(line, of: client) }
      for output in daemon.takeOutput() { deliver(output) }
      if !isDeath { daemon.disconnect(link) }
    }
    if isDeath {
      daemon.endProcess(pid: client.peer.pid)
      for stream in 0..<OperationGenerator.streams
      where program(ofStream: stream) == client.peer.pid {
        agent.change(stream, .end, pid: client.peer.pid, in: self)
      }
    }
    client.lost(in: self)
    guard isDeath else { return }
    lastPID += 1
    clients[index] = WireClient(after: client, pid: lastPID)
    if index < 2 { daemon.beginProcess(as: clients[index].peer) }
  }

  private func evict(_ client: Int, _ slot: Int) {
    let number = clients[client].slots[slot].known.compactMap(\.number).min()
    guard let number, number != Known.untold else { return }
    // In another epoch the number may be that of a session of somebody else.
    guard clients[client].epoch == daemon.epoch else { return }
    clients[client].closed(slot)
    ask(.sessionEvict, ["session": .number("\(number)")])
  }

  private func tell(_ report: MachineReport) {
    switch report {
    case .sleeping(let isSo): ask(.systemSetSleeping, ["sleeping": .bool(isSo)])
    case .silenced(let isSo): ask(.systemSetSilenced, ["silenced": .bool(isSo)])
    case .microphoneMuted(let isSo): ask(.systemSetMicrophoneMuted, ["muted": .bool(isSo)])
    case .headphones(let areThere):
      let kind = areThere ? "Headphones" : "Speaker"
      let port: JSONValue = ["portType": .string(kind), "name": "it", "portID": .string(kind)]
      ask(.systemSetRoute, ["inputs": [], "outputs": [port]])
    case .suspended(let client, let isSo):
      let pid = JSONValue.number("\(clients[client].peer.pid)")
      ask(.systemSetProcessSuspended, ["pid": pid, "suspended": .bool(isSo)])
    }
  }

  private func ask(_ method: Method, _ parameters: JSONValue) {
    _ = machine.machine.request(method, parameters)
  }

  // MARK: Messages

  private var ends: [Endpoint] { [machine, agent, observer] + clients }

  /// Lets all say and read what there is, but those that are stalled or held.
  func exchange() {
    var hasNews = true
    while hasNews {
      hasNews = false
      for end in ends {
        end.flush()
        while !end.isHeld, end.link != nil, !end.sent.isEmpty {
          pass(end.sent.removeFirst(), of: end)
          hasNews = true
        }
      }
      for output in daemon.takeOutput() {
        deliver(output)
        hasNews = true
      }
      for end in ends where end.read(in: self) { hasNews = true }
    }
  }

  /// The daemon reads a line.
  private func pass(_ line: [UInt8], of end: Endpoint) {
    guard let link = end.link else { return }
    oracle.forgetReply()
    daemon.receive(line, from: link)
    end.wasRead(oracle.reply)
  }

  private func deliver(_ output: MemoryOutput) {
    switch output {
    case .bytes(let link, let bytes):
      if let end = ends.first(where: { $0.link == link }) { end.unread += bytes }
    case .end(let link):
      guard let end = ends.first(where: { $0.link == link }) else { return }
      _ = end.read(in: self)
      if end === machine { machine.drop() }
      end.lost(in: self)
      if end === machine { machine.link = daemon.connect(as: machine.peer) }
    }
  }

  // MARK: Time

  private func pass(_ time: Int64) {
    let end = now + time
    var count = 0
    while let due = [daemon.deadline?.nanoseconds, agent.deadline?.inNanoseconds]
      .compactMap({ $0 }).min(), due <= end
    {
      advance(to: max(now, due))
      count += 1
      if count > 100_000 { return fault("something is due for ever") }
    }
    advance(to: end)
  }

  private func advance(to time: Int64) {
    now = time
    daemon.advance(to: Instant(nanoseconds: time))
    exchange()
    if let due = agent.deadline?.inNanoseconds, due <= time { agent.tell(.timePassed, in: self) }
    exchange()
  }

  /// Everybody gets to everything, and time passes until nothing but leases is due.
  private func settle() {
    for client in clients {
      (client.isStalled, client.isHeld) = (false, false)
      // Who is suspended hears of it afterwards (R47).
      tell(.suspended(client.index, false))
    }
    exchange()
    var seconds = 0
    repeat {
      pass(1_000_000_000)
      seconds += 1
    } while seconds < 120
      && (agent.deadline != nil || reference.contains { $0.isOffered })
    checkQuiet()
  }

  /// Everything ends, and nothing is left.
  package func finish() {
    perform(.settle)
    for index in clients.indices { end(index, carryingOut: 0, isDeath: true) }
    for stream in 0..<OperationGenerator.streams {
      agent.change(stream, .end, pid: program(ofStream: stream), in: self)
    }
    exchange()
    pass(60_000_000_000)
    if !agent.isAtRest || agent.deadline != nil { fault("the agent isn't at rest") }
    agent.die(in: self)
    exchange()
    let views = reference
    if !views.isEmpty || daemon.deadline != nil {
      fault("left: \(views.map(\.id)), due \(daemon.deadline?.nanoseconds ?? 0)")
    }
    compare()
  }
}

extension Duration {
  fileprivate var inNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
