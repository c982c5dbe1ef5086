import AudioSessionConfigurationFile
package import House
import TestSupport

/// A house in virtual time: machines, a broker, and wires between them that are as bad as they are told.
package final class SimulatedHouse {
  /// What wires do to messages.
  package struct Wires: Sendable {
    /// How long a message takes.
    package var delay: ClosedRange<Duration>
    /// The share of messages that never arrive, that arrive twice, and that others overtake.
    package var loss = 0.0
    package var duplication = 0.0
    package var reordering = 0.0

    package init(
      delay: ClosedRange<Duration>,
      loss: Double = 0,
      duplication: Double = 0,
      reordering: Double = 0
    ) {
      self.delay = delay
      self.loss = loss
      self.duplication = duplication
      self.reordering = reordering
    }

    /// Those of a quiet house.
    package static let good = Wires(delay: .milliseconds(1) ... .milliseconds(20))
  }

  private enum Happening {
    case toBroker(Int, connection: Int, BridgeEffect)
    case toMachine(Int, connection: Int, BrokerEvent)
    case look(Int)
    /// The broker notices that a connection is gone.
    case brokerNotices(connection: Int, will: BridgeEffect?)
    case connect(Int)
    /// A command of the shared device has ended.
    case deviceIs(Int, DeviceEvent)
  }

  /// A connection of a machine to the broker.
  private struct Link {
    var connection: Int
    var will: BridgeEffect?
    /// When the last message that isn't to be overtaken arrives, there and back.
    var lastUp = Duration.zero
    var lastDown = Duration.zero
  }

  package private(set) var machines: [Machine] = []
  package private(set) var now = Duration.zero
  package var wires: Wires
  private var broker = MemoryBroker()
  private var isBrokerAlive = true
  private var links: [Int: Link] = [:]
  private var owners: [Int: Int] = [:]
  /// The connections that are gone without the broker's knowing, by machine.
  private var unnoticed: [Int: (connection: Int, will: BridgeEffect?)] = [:]
  private var connections = 0
  /// The machines whose wire is cut.
  private var cut: Set<Int> = []
  /// For each machine, when it is looked after next.
  private var looks: [Duration?] = []
  private var queue = TimeQueue<Happening>()
  private var random: SplitMix64
  /// Called after each event, with the machine that it concerned.
  package var check: (Int) -> Void = { _ in }

  /// - Parameters:
  ///   - count: The number of machines.
  ///   - wires: What wires do to messages.
  ///   - seed: The seed of all that is random.
  ///   - device: The device that all share; nil: none.
  package init(_ count: Int, _ wires: Wires, seed: UInt64, device: HouseName? = nil) {
    self.wires = wires
    random = SplitMix64(seed: seed)
    for number in 0..<count {
      guard let house = HouseName("home"), let node = HouseName("node-\(number)") else { continue }
      var settings = HouseSettings(house: house, node: node)
      settings.device = device
      machines.append(Machine(settings, daemonSettings: Settings()))
      looks.append(nil)
    }
    for number in 0..<count { startBridge(number) }
  }

  /// The topics of which the broker keeps a message.
  package var retained: [String] { broker.topics(at: now) }
  package var messagesReceived: Int { broker.received }
  package var messagesSent: Int { broker.sent }
  package var bytesSent: Int { broker.sentBytes }

  /// Whether a machine can talk to the others.
  package func isConnected(_ number: Int) -> Bool {
    links[number] != nil && !cut.contains(number) && isBrokerAlive
  }

  // MARK: What happens to it

  package func startBridge(_ number: Int) {
    machines[number].startBridge(at: now)
    queue.add(.connect(number), at: now)
    follow(number)
  }

  package func killBridge(_ number: Int) {
    machines[number].killBridge(at: now)
    dropLink(number, brokerNoticesAfter: .milliseconds(1))
    follow(number)
  }

  /// A machine's daemon dies, and the next is there at once.
  ///
  /// - Parameters:
  ///   - number: The machine.
  ///   - keepsConnections: Whether a service manager keeps the connections meanwhile.
  package func restartDaemon(_ number: Int, keepsConnections: Bool = false) {
    machines[number].restartDaemon(keepsConnections: keepsConnections, at: now)
    follow(number)
  }

  /// Cuts a machine's wire: neither side is told, but each notices after some time.
  package func cut(_ number: Int) {
    guard cut.insert(number).inserted else { return }
    // Half as long again as the connection may be silent.
    dropLink(number, brokerNoticesAfter: .milliseconds(7_500))
  }

  package func mend(_ number: Int) {
    if cut.remove(number) != nil { queue.add(.connect(number), at: now) }
  }

  /// The broker is killed, and starts again after some time with no memory.
  package func restartBroker(after pause: Duration) {
    isBrokerAlive = false
    broker.restart()
    for number in machines.indices { dropLink(number, brokerNoticesAfter: nil) }
    for number in machines.indices { queue.add(.connect(number), at: now + pause) }
  }

  private func dropLink(_ number: Int, brokerNoticesAfter time: Duration?) {
    guard let link = links.removeValue(forKey: number) else { return }
    if let time {
      unnoticed[number] = (link.connection, link.will)
      queue.add(.brokerNotices(connection: link.connection, will: link.will), at: now + time)
    }
    machines[number].tell(.broker(.lost), at: now)
    follow(number)
  }

  package func play(_ priority: String, on number: Int) -> UInt64 {
    let session = machines[number].play(priority, at: now)
    follow(number)
    return session
  }

  /// Activates a session that was interrupted.
  package func resume(_ session: UInt64, on number: Int) {
    machines[number].activate(session, at: now)
    follow(number)
  }

  package func close(_ session: UInt64, on number: Int) {
    machines[number].close(session, at: now)
    follow(number)
  }

  /// A program wants the shared device.
  package func begin(_ number: Int) { tell(number, .begun) }

  /// No program wants it any more.
  package func leave(_ number: Int) { tell(number, .left) }

  private func tell(_ number: Int, _ event: DeviceEvent) {
    machines[number].tell(.device(event), at: now)
    follow(number)
  }

  // MARK: Time

  /// Lets everything happen that happens up to a time.
  package func run(until end: Duration) {
    while let (time, happening) = queue.next(until: end) {
      now = max(now, time)
      happen(happening)
    }
    now = max(now, end)
  }

  package func run(for duration: Duration) { run(until: now + duration) }

  private func happen(_ happening: Happening) {
    switch happening {
    case .toBroker(let number, let connection, let effect):
      guard links[number]?.connection == connection else { return }
      receive(effect, from: connection)
    case .toMachine(let number, let connection, let event):
      guard links[number]?.connection == connection, !cut.contains(number) else { return }
      machines[number].tell(.broker(event), at: now)
      follow(number)
    case .look(let number):
      guard looks[number] == now else { return }
      looks[number] = nil
      machines[number].pass(to: now)
      follow(number)
    case .brokerNotices(let connection, let will):
      guard broker.forget(connection) else { return }
      if let will, isBrokerAlive { receive(will, from: connection) }
    case .connect(let number): connect(number)
    case .deviceIs(let number, let event): tell(number, event)
    }
  }

  private func connect(_ number: Int) {
    guard links[number] == nil, !cut.contains(number), machines[number].isBridgeAlive else {
      return
    }
    isBrokerAlive = true
    // The new connection has the old one's name, and ends it; the broker speaks for that one then.
    if let (connection, will) = unnoticed.removeValue(forKey: number) {
      happen(.brokerNotices(connection: connection, will: will))
    }
    connections += 1
    links[number] = Link(connection: connections, will: machines[number].will)
    owners[connections] = number
    machines[number].tell(.broker(.connected), at: now)
    follow(number)
  }

  private func receive(_ effect: BridgeEffect, from connection: Int) {
    let deliveries: [MemoryBroker.Delivery]
    switch effect {
    case .publish(let topic, let payload): deliveries = broker.publish(topic, payload, at: now)
    case .subscribe(let filter): deliveries = broker.subscribe(connection, filter, at: now)
    case .unsubscribe(let filter):
      broker.unsubscribe(connection, filter)
      deliveries = []
    default: return
    }
    for delivery in deliveries {
      guard let number = owners[delivery.connection],
        links[number]?.connection == delivery.connection
      else { continue }
      let event = BrokerEvent.received(
        topic: delivery.topic,
        payload: delivery.payload,
        remaining: delivery.remaining,
        isRetained: false
      )
      let last = links[number]?.lastDown ?? now
      for time in arrivals(after: last, isSure: false) {
        links[number]?.lastDown = max(last, time)
        queue.add(.toMachine(number, connection: delivery.connection, event), at: time)
      }
    }
  }

  /// Sends what a machine has to say, and looks after it when that is due.
  private func follow(_ number: Int) {
    for effect in machines[number].takeOutgoing() {
      switch effect {
      case .reconnect:
        dropLink(number, brokerNoticesAfter: .milliseconds(1))
        queue.add(.connect(number), at: now + .milliseconds(250))
        continue
      case .connectDevice:
        queue.add(.deviceIs(number, .connected(failure: nil)), at: now + Self.commandTime)
        continue
      case .disconnectDevice:
        queue.add(.deviceIs(number, .disconnected), at: now + Self.commandTime)
        continue
      default: break
      }
      guard let link = links[number], !cut.contains(number) else { continue }
      // Without its subscriptions there is no connection.
      let isSure = if case .publish = effect { false } else { true }
      for time in arrivals(after: link.lastUp, isSure: isSure) {
        links[number]?.lastUp = max(link.lastUp, time)
        queue.add(.toBroker(number, connection: link.connection, effect), at: time)
      }
    }
    check(number)
    let due = machines[number].deadline.map { max($0, now) }
    guard let due, looks[number] != due else { return }
    looks[number] = due
    queue.add(.look(number), at: due)
  }

  /// How long a command of the shared device takes.
  private static let commandTime = Duration.milliseconds(300)

  /// When a message arrives that is sent now: never, once or more often.
  private func arrivals(after last: Duration, isSure: Bool) -> [Duration] {
    if isSure { return [max(now + delay(), last)] }
    if chance(wires.loss) { return [] }
    let time = now + delay()
    let first = chance(wires.reordering) ? time + delay() : max(time, last)
    return chance(wires.duplication) ? [first, first + delay()] : [first]
  }

  private func delay() -> Duration {
    let range = wires.delay
    let share = Double.random(in: 0...1, using: &random)
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  private func chance(_ share: Double) -> Bool {
    share > 0 && Double.random(in: 0..<1, using: &random) < share
  }
}
