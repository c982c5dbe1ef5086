import AudioSessionClient
import AudioSessionJSON
import House

/// What other machines say by the broker: the bridge speaks under its own name only, opens no more
/// sessions than it may, and forgets in time.
enum HouseTarget {
  static func run(_ input: [UInt8]) {
    guard let house = HouseName("home"), let node = HouseName("attic") else { return }
    var settings = HouseSettings(house: house, node: node)
    settings.device = HouseName("headset")
    settings.zones = ["kitchen"]
    settings.discovery = "homeassistant"
    var bridge = Bridge(settings, identity: "b")
    var now = Duration.zero
    var leases = 0
    func take(_ event: BridgeEvent) {
      for effect in bridge.handle(event, at: now) { leases += opened(effect) }
    }
    take(.broker(.connected))
    var choices = Choices(input)
    while !choices.isEmpty {
      let first = choices.byte()
      switch first % 16 {
      case 0: now += .milliseconds(Int64(choices.byte()) * 100)
      case 1: take(.broker(choices.once(in: 2) ? .lost : .connected))
      case 2: take(.device(choices.element(of: [.begun, .left, .connected(failure: nil)])))
      case 3: take(.timePassed)
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
    now += .seconds(3600)
    take(.timePassed)
    Checks.holds((bridge.deadline ?? now) >= .zero, "a deadline before the beginning")
    Checks.holds(leases <= 4096, "\(leases) leases were asked for")
  }

  /// 1 if a lease is opened; checks where something is said.
  private static func opened(_ effect: BridgeEffect) -> Int {
    switch effect {
    case .publish(let topic, let payload), .announce(let topic, let payload):
      let isOwn =
        topic.hasPrefix("audiosession/1/home/node/attic/") || topic.hasPrefix("homeassistant/")
      Checks.holds(isOwn, "it spoke at \(topic)")
      let isJSON = payload.isEmpty || (try? JSONValue(parsing: payload.span)) != nil
      Checks.holds(isJSON || payload.allSatisfy { $0 > 31 }, "it said \(payload)")
      return 0
    case .open: return 1
    default: return 0
    }
  }
}
