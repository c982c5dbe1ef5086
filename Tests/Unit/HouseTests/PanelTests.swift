import AudioSessionJSON
import House
import TestSupport
import Testing

/// What a panel such as Home Assistant's is told, and what it may want.
struct PanelTests {
  private func bridge(_ discovery: String? = "homeassistant") throws -> Bridge {
    let (house, node) = (try #require(HouseName("home")), try #require(HouseName("tv.2")))
    var settings = HouseSettings(house: house, node: node)
    settings.discovery = discovery
    return Bridge(settings, identity: "me")
  }

  private func said(_ text: String, at topic: String, isRetained: Bool = false) -> BridgeEvent {
    .broker(
      .received(
        topic: topic,
        payload: Array(text.utf8),
        remaining: nil,
        isRetained: isRetained
      )
    )
  }

  /// What is announced, by its topic.
  private func announced(_ effects: [BridgeEffect]) throws -> [String: JSONValue] {
    var found: [String: JSONValue] = [:]
    for effect in effects {
      guard case .announce(let topic, let payload) = effect else { continue }
      found[topic] = try JSONValue(parsing: payload.span)
    }
    return found
  }

  private static let topic = "homeassistant/device/audiosession_home_tv_2/config"

  @Test func `a machine is announced when it connects, and when Home Assistant begins`() throws {
    var bridge = try bridge()
    let effects = bridge.handle(.broker(.connected), at: .seconds(1))
    #expect(effects.contains(.subscribe("homeassistant/status")))
    #expect(effects.contains(.subscribe("audiosession/1/home/command/tv.2/+")))
    let first = try announced(effects)
    #expect(Array(first.keys) == [Self.topic])
    let again = bridge.handle(said("online", at: "homeassistant/status"), at: .seconds(2))
    #expect(try announced(again) == first)
    let gone = bridge.handle(said("offline", at: "homeassistant/status"), at: .seconds(3))
    #expect(try announced(gone) == [:])
  }

  @Test func `its device has seven entities, each with a name of its own`() throws {
    var bridge = try bridge()
    let effects = bridge.handle(.broker(.connected), at: .seconds(1))
    let device = try #require(try announced(effects)[Self.topic])
    let components = try #require(device["components"]?.members)
    #expect(
      components.map { "\($0.name) \($0.value["platform"]?.string ?? "?")" } == [
        "playing sensor", "call binary_sensor", "alarm binary_sensor", "heard sensor",
        "pause button", "silence switch", "duck number",
      ]
    )
    let identities = components.compactMap { $0.value["unique_id"]?.string }
    #expect(Set(identities).count == 7)
    #expect(identities.allSatisfy { $0.hasPrefix("audiosession_home_tv_2_") })
    #expect(device["state_topic"]?.string == "audiosession/1/home/node/tv.2/activity")
  }

  @Test(arguments: [
    ("pause", "PRESS", PanelCommand.pauseAll), ("silence", "ON", .setSilenced(true)),
    ("silence", "OFF", .setSilenced(false)), ("duck", "0", .setDuckGain(1)),
    ("duck", "-20", .setDuckGain(0.1)), ("duck", "-60.0", .setDuckGain(0)),
    ("duck", "-1e9", .setDuckGain(0)),
  ])
  func `a command is obeyed`(name: String, payload: String, command: PanelCommand) throws {
    var bridge = try bridge()
    _ = bridge.handle(.broker(.connected), at: .seconds(1))
    let topic = "audiosession/1/home/command/tv.2/\(name)"
    #expect(bridge.handle(said(payload, at: topic), at: .seconds(1)) == [.obey(command)])
    // One that was kept is from another time.
    #expect(bridge.handle(said(payload, at: topic, isRetained: true), at: .seconds(1)) == [])
  }

  @Test(arguments: [
    ("pause", ""), ("pause", "press"), ("silence", "1"), ("duck", "1"), ("duck", "nan"),
    ("duck", ""), ("duck", "-20 dB"), ("reboot", "PRESS"), ("", "PRESS"), ("pause/all", "PRESS"),
    ("duck", "-0." + String(repeating: "0", count: 40)),
  ])
  func `what is no command is passed over`(name: String, payload: String) throws {
    var bridge = try bridge()
    _ = bridge.handle(.broker(.connected), at: .seconds(1))
    let topic = "audiosession/1/home/command/tv.2/\(name)"
    #expect(bridge.handle(said(payload, at: topic), at: .seconds(1)) == [])
    let other = "audiosession/1/home/command/\(name)"
    #expect(bridge.handle(said(payload, at: other), at: .seconds(1)) == [])
  }

  @Test func `without a line of configuration nothing is announced, and nothing obeyed`() throws {
    var bridge = try bridge(nil)
    let effects = bridge.handle(.broker(.connected), at: .seconds(1))
    #expect(try announced(effects) == [:])
    #expect(!effects.contains(.subscribe("audiosession/1/home/command/tv.2/+")))
    let topic = "audiosession/1/home/command/tv.2/pause"
    #expect(bridge.handle(said("PRESS", at: topic), at: .seconds(1)) == [])
  }

  @Test func `a daemon that begins anew is told the depth again`() throws {
    var bridge = try bridge()
    _ = bridge.handle(.broker(.connected), at: .seconds(1))
    _ = bridge.handle(said("-20", at: "audiosession/1/home/command/tv.2/duck"), at: .seconds(1))
    _ = bridge.handle(.daemon(.lost), at: .seconds(2))
    let epoch = try #require(HouseName("e2"))
    let facts = DaemonFacts(grants: [], roles: [:], sessions: 16)
    let effects = bridge.handle(.daemon(.connected(facts, epoch: epoch)), at: .seconds(2))
    #expect(effects.contains(.obey(.setDuckGain(0.1))))
  }
}
