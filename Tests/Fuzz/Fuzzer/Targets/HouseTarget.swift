import AudioSessionClient
import AudioSessionJSON
import House

/// What other machines say by the broker: the bridge speaks under its own name only, opens no more
/// sessions than it may, asks of no session that isn't its own, and forgets in time.
enum HouseTarget {
  static func run(_ input: [UInt8]) {
    guard var machine = Machine() else { return }
    machine.begin()
    var choices = Choices(input)
    while !choices.isEmpty { machine.step(&choices) }
    machine.end()
  }
}

/// A machine whose bridge hears what the input says, and whose daemon answers as it says.
private struct Machine {
  private var bridge: Bridge
  private var now = Duration.zero
  /// The leases that the daemon has for the bridge.
  private var leases: Set<UInt64> = []
  private var lastLease: UInt64 = 0
  /// What the daemon hasn't answered.
  private var asked: [BridgeEffect] = []
  private var epochs = 0

  /// - Returns: Nil if a name isn't one.
  init?() {
    guard let house = HouseName("home"), let node = HouseName("attic") else { return nil }
    var settings = HouseSettings(house: house, node: node)
    settings.device = HouseName("headset")
    settings.zones = ["kitchen"]
    settings.discovery = "homeassistant"
    bridge = Bridge(settings, identity: "b")
  }

  mutating func begin() {
    take(.broker(.connected))
    meetDaemon()
  }

  mutating func step(_ choices: inout Choices) {
    let first = choices.byte()
    switch first % 16 {
    case 0: now += .milliseconds(Int64(choices.byte()) * 100)
    case 1: take(.broker(choices.once(in: 2) ? .lost : .connected))
    case 2: take(.device(choices.element(of: [.begun, .left, .connected(failure: nil)])))
    case 3: take(.timePassed)
    case 5: answer(isGranted: !choices.once(in: 4))
    case 6: changeLease(&choices)
    case 7: choices.once(in: 2) ? loseDaemon() : meetDaemon()
    default:
      let topic = String(decoding: choices.line(), as: UTF8.self)
      let payload = choices.line()
      let remaining = first & 32 == 0 ? Duration.seconds(Int64(first)) : nil
      take(
        .broker(
          .received(
            topic: "audiosession/1/home/\(topic)",
            payload: payload,
            remaining: remaining,
            isRetained: first & 64 != 0
          )
        )
      )
    }
  }

  mutating func end() {
    now += .seconds(3600)
    take(.timePassed)
    Checks.holds((bridge.deadline ?? now) >= .zero, "a deadline before the beginning")
  }

  // MARK: The daemon

  private mutating func meetDaemon() {
    loseDaemon()
    epochs += 1
    let grants: Set = ["assistant", "alarm", "ringtone", "phoneCall"]
    let facts = DaemonFacts(grants: grants, roles: ["doorbell": "alarm"], sessions: 16)
    guard let epoch = HouseName("e\(epochs)") else { return }
    take(.daemon(.connected(facts, epoch: epoch)))
  }

  private mutating func loseDaemon() {
    (leases, asked) = ([], [])
    take(.daemon(.lost))
  }

  /// Answers what was asked first.
  private mutating func answer(isGranted: Bool) {
    guard !asked.isEmpty else { return }
    switch asked.removeFirst() {
    case .open(let id, _) where isGranted:
      lastLease += 1
      leases.insert(lastLease)
      take(.daemon(.opened(id, session: lastLease)))
    case .open(let id, _): take(.daemon(.notOpened(id, because: "there is no room")))
    case .activate(let lease) where leases.contains(lease):
      let refused = DaemonEvent.notActivated(lease, Outcome(.refused, rule: "R10"))
      take(.daemon(isGranted ? .activated(lease) : refused))
    default: break
    }
  }

  /// Something happens to a lease.
  private mutating func changeLease(_ choices: inout Choices) {
    guard !leases.isEmpty else { return }
    let lease = choices.element(of: leases.sorted())
    switch choices.number(below: 4) {
    case 0: take(.daemon(.interrupted(lease, Outcome(.interrupted, rule: "R12"))))
    case 1: take(.daemon(.mayResume(lease)))
    default:
      leases.remove(lease)
      take(.daemon(.closed(lease, isEvicted: choices.once(in: 2))))
    }
  }

  // MARK: The bridge

  private mutating func take(_ event: BridgeEvent) {
    for effect in bridge.handle(event, at: now) { perform(effect) }
    let opened = leases.count + asked.count { if case .open = $0 { true } else { false } }
    Checks.holds(opened <= 256, "\(opened) leases are open or asked for")
  }

  private mutating func perform(_ effect: BridgeEffect) {
    switch effect {
    case .publish(let topic, let payload), .announce(let topic, let payload):
      let isOwn =
        topic.hasPrefix("audiosession/1/home/node/attic/") || topic.hasPrefix("homeassistant/")
      Checks.holds(isOwn, "it spoke at \(topic)")
      let isJSON = payload.isEmpty || (try? JSONValue(parsing: payload.span)) != nil
      Checks.holds(isJSON || payload.allSatisfy { $0 > 31 }, "it said \(payload)")
    case .open: asked.append(effect)
    case .activate(let lease):
      checkOwn(lease)
      asked.append(effect)
    case .configure(let lease, _), .renew(let lease), .deactivate(let lease): checkOwn(lease)
    case .close(let lease):
      checkOwn(lease)
      leases.remove(lease)
    default: break
    }
  }

  private func checkOwn(_ lease: UInt64) {
    Checks.holds(leases.contains(lease), "lease \(lease) isn't its own")
  }
}
