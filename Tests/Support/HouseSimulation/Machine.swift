import AudioSessionArbitration
package import AudioSessionClient
import AudioSessionConfigurationFile
package import AudioSessionJSON
import AudioSessionServer
import AudioSessionTypes
import AudioSessionWire
package import House
import ReferenceRules

/// A machine of a simulated house: the daemon's own decisions, and the bridge's.
package final class Machine {
  package let node: HouseName
  private let settings: HouseSettings
  private let daemon: MemoryDaemon
  private var oracle: Oracle
  private var strangeDecisions: [String] = []
  /// A program that opens sessions, and somebody who looks on.
  private var program: ConnectionID
  private var observer: ConnectionID
  private var requests = 0
  /// The bridge, its connection and its conversation with the daemon; nil while it is dead.
  private var bridge: Bridge?
  private var client: ConnectionID?
  private var conversation: DaemonConversation?
  /// The number of bridges and conversations that there were.
  private var bridges = 0
  private var conversations = 0
  /// The sessions as they were listed last; nil: they may have changed since.
  private var listed: [JSONValue]?
  /// What the daemon has written to the bridge, and isn't read.
  private var unread: [UInt8] = []
  private(set) var outgoing: [BridgeEffect] = []
  /// What its programs were told of the shared device.
  private var news: [DeviceNews] = []

  init(_ settings: HouseSettings, daemonSettings: Settings) {
    self.settings = settings
    node = settings.node
    daemon = MemoryDaemon(settings: daemonSettings, now: Instant(nanoseconds: 0))
    oracle = Oracle(policy: daemonSettings.policy)
    program = daemon.connect(as: MemoryPeer(pid: 1, comm: "program"))
    observer = daemon.connect(as: Self.observing)
    daemon.witness = { [unowned self] event, now, decision in
      if let difference = oracle.take(event, at: now, decision) {
        strangeDecisions.append(difference)
      }
    }
  }

  private static let observing = MemoryPeer(pid: 2, uid: 0, comm: "observer", grants: [.observe])

  /// Where the daemon's decisions and its sessions differ from those of the second implementation of the
  /// rules.
  package var differences: [String] {
    strangeDecisions + [oracle.difference(from: daemon.snapshot)].compactMap { $0 }
  }

  // MARK: The bridge's life

  package var isBridgeAlive: Bool { bridge != nil }

  /// The name of the bridge's conversation with the daemon.
  package var epoch: String { "\(node)-\(conversations)" }

  /// The will of the bridge, for the broker.
  var will: BridgeEffect? { bridge?.will }

  func startBridge(at now: Duration) {
    bridges += 1
    bridge = Bridge(settings, identity: "\(node)-\(bridges)")
    connectBridge(at: now)
  }

  /// The bridge dies without a word; its leases stay behind.
  func killBridge(at now: Duration) {
    bridge = nil
    conversation = nil
    if client != nil { daemon.endProcess(pid: 3) }
    listed = nil
    client = nil
    outgoing = []
    settle(at: now)
  }

  private func connectBridge(at now: Duration) {
    guard bridge != nil else { return }
    conversations += 1
    let peer = MemoryPeer(
      pid: 3,
      uid: 999,
      comm: "bridge",
      grants: [.observe, .alarm, .assistant]
    )
    client = daemon.connect(as: peer)
    guard let epoch = HouseName(epoch) else { return }
    conversation = DaemonConversation(epoch: epoch)
    settle(at: now)
  }

  /// The daemon dies, and the next is there at once.
  ///
  /// - Parameters:
  ///   - keepsConnections: Whether a service manager keeps the connections meanwhile.
  ///   - now: The time.
  func restartDaemon(keepsConnections: Bool, at now: Duration) {
    daemon.restart(isOrderly: keepsConnections, keepsConnections: keepsConnections)
    listed = nil
    guard !keepsConnections else { return settle(at: now) }
    program = daemon.connect(as: MemoryPeer(pid: 1, comm: "program"))
    observer = daemon.connect(as: Self.observing)
    loseDaemon(at: now)
  }

  /// The bridge loses its connection to the daemon, and makes another.
  private func loseDaemon(at now: Duration) {
    if let client { daemon.disconnect(client) }
    _ = daemon.takeOutput()
    unread = []
    conversation = nil
    tell(.daemon(.lost), at: now)
    connectBridge(at: now)
  }

  /// Tells the bridge something; what it wants of the broker is in ``outgoing``.
  func tell(_ event: BridgeEvent, at now: Duration) {
    guard bridge != nil else { return }
    for effect in bridge?.handle(event, at: now) ?? [] {
      conversation?.perform(effect)
      if case .tellPrograms(let told) = effect { news.append(told) }
      outgoing.append(effect)
    }
    settle(at: now)
  }

  func takeOutgoing() -> [BridgeEffect] {
    defer { outgoing = [] }
    return outgoing
  }

  // MARK: The shared device

  /// Whether it is connected to this machine.
  package var hasDevice: Bool { bridge?.hasDevice ?? false }

  /// The machine that has it, as this one's bridge knows.
  package var deviceHolder: String? { bridge?.deviceHolder?.text }

  /// What its programs were told since the last call.
  package func takeNews() -> [DeviceNews] {
    defer { news = [] }
    return news
  }

  // MARK: Programs

  /// Opens and activates a session: its number.
  package func play(_ priority: String, at now: Duration) -> UInt64 {
    advance(to: now)
    let opened = ask(
      program,
      "session.open",
      ["category": "playback", "priority": .string(priority)]
    )
    let number = opened["result"]?["session"]?.integer ?? 0
    activate(UInt64(number), at: now)
    return UInt64(number)
  }

  func activate(_ session: UInt64, at now: Duration) {
    advance(to: now)
    _ = ask(program, "session.activate", ["session": .number("\(session)")])
    settle(at: now)
  }

  package func close(_ session: UInt64, at now: Duration) {
    advance(to: now)
    _ = ask(program, "session.close", ["session": .number("\(session)")])
    settle(at: now)
  }

  /// The sessions as somebody sees them who may see all.
  package var sessions: [JSONValue] {
    if let listed { return listed }
    let sessions = ask(observer, "session.list", [:])["result"]?["sessions"]?.array ?? []
    listed = sessions
    return sessions
  }

  /// The sessions of other machines that the bridge has in the daemon, and those that it left there.
  package var leases: [JSONValue] { sessions.filter { $0["lease"]?["leaseName"] != nil } }

  // MARK: Time

  var deadline: Duration? {
    [bridge?.deadline, daemon.deadline.map { .nanoseconds($0.nanoseconds) }].compactMap { $0 }.min()
  }

  /// Lets time pass.
  func pass(to now: Duration) {
    advance(to: now)
    tell(.timePassed, at: now)
  }

  private func advance(to now: Duration) {
    let (seconds, attoseconds) = now.components
    let time = Instant(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    if let deadline = daemon.deadline, deadline <= time { listed = nil }
    daemon.advance(to: time)
  }

  /// Lets bridge and daemon talk until neither has anything to say.
  private func settle(at now: Duration) {
    advance(to: now)
    while true {
      let isSent = flush()
      collect()
      let events = takeEvents()
      for event in events {
        for effect in bridge?.handle(.daemon(event), at: now) ?? [] {
          conversation?.perform(effect)
          outgoing.append(effect)
        }
      }
      if conversation?.isOver == true { return loseDaemon(at: now) }
      if !isSent && events.isEmpty && unread.isEmpty { return }
    }
  }

  private func takeEvents() -> [DaemonEvent] {
    guard conversation != nil else {
      unread = []
      return []
    }
    conversation?.machine.append(unread.span)
    unread = []
    var events: [DaemonEvent] = []
    while let next = try? conversation?.nextEvents() { events += next }
    return events
  }

  /// Passes on what the bridge says; what a daemon in memory doesn't carry out is answered here.
  private func flush() -> Bool {
    guard let client, conversation?.machine.hasUnsent == true else { return false }
    var lines: [UInt8] = []
    conversation?.machine.flush { bytes in
      lines += Array(bytes)
      return bytes.count
    }
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let request = try? JSONValue(parsing: Array(line).span) else { continue }
      switch request["method"]?.string {
      case "policy.get": answer(request, ["roles": []])
      default: daemon.receive(Array(line) + [UInt8(ascii: "\n")], from: client)
      }
      listed = nil
      // Replies come in the order of the requests.
      collect()
    }
    return true
  }

  private func answer(_ request: JSONValue, _ result: JSONValue) {
    let reply: JSONValue = ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result]
    unread += Array("\(reply.text)\n".utf8)
  }

  private func collect() {
    for output in daemon.takeOutput() {
      if case .bytes(let id, let bytes) = output, id == client { unread += bytes }
    }
  }

  /// Makes a request and returns the reply.
  private func ask(_ id: ConnectionID, _ method: String, _ parameters: JSONValue) -> JSONValue {
    collect()
    if method != "session.list" { listed = nil }
    requests += 1
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .number("\(requests)"), "method": .string(method),
      "params": parameters,
    ]
    daemon.receive(Array("\(request.text)\n".utf8), from: id)
    var reply: JSONValue = .null
    for output in daemon.takeOutput() {
      guard case .bytes(let hearer, let bytes) = output else { continue }
      if hearer == client { unread += bytes }
      guard hearer == id else { continue }
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        guard let message = try? JSONValue(parsing: Array(line).span) else { continue }
        if message["id"]?.integer == Int64(requests) { reply = message }
      }
    }
    return reply
  }
}
