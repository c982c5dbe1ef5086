import AudioSessionJSON
import Foundation
import House
import TestSupport
import TestTraits
import Testing

/// What a panel sees of a real daemon through a real bridge and broker, and what its buttons do.
@Suite(
  .besideThePool(.players),
  .enabled(if: canRunBridges(), "needs mosquitto and the trait MQTT")
)
struct PanelBridgeTests {
  private let broker: TestBroker
  private let kitchen: Room

  init() throws {
    broker = try TestBroker()
    kitchen = try Room(
      "kitchen",
      broker,
      bridgeConfiguration: "[HomeAssistant]\nDiscovery=homeassistant\n"
    )
    try kitchen.waitUntilConnected()
  }

  /// Waits until the panel shows something.
  private func waits(_ what: String, _ isSo: (JSONValue) -> Bool) throws {
    var seen: JSONValue = .null
    do {
      try Condition.wait(what) {
        let text = try broker.message(at: "audiosession/1/home/node/kitchen/activity")
        seen = text.flatMap { try? JSONValue(parsing: $0) } ?? .null
        return isSo(seen)
      }
    } catch {
      throw ProcessFault("\(what): \(seen.text)")
    }
  }

  private func press(_ command: String, _ payload: String) throws {
    let topic = "audiosession/1/home/command/kitchen/\(command)"
    try broker.publish(topic, payload, expiry: nil, isRetained: false)
  }

  @Test func `what plays is shown, with a call and an alarm, and why the rest isn't heard`() throws
  {
    try waits("nothing") {
      $0["playing"] == .null && $0["heard"] == "" && $0["duckDepth"]?.double == -14
    }
    let radio = try kitchen.play("Radio")
    try kitchen.report(radio, [.init("playing", true)])
    try waits("the radio") { $0["playing"] == "Radio" && $0["heard"] == "Radio" }
    // Sessions of one program never affect each other: the others are somebody else's.
    _ = try kitchen.control("hold", "Timer", "--alarm", "--ttl", "1min")
    try waits("the alarm") { $0["alarm"] == true && $0["heard"] == "Timer" }
    try waits("the reason") {
      let why = $0["why"]?.string ?? ""
      return why.hasPrefix("Radio: ") && why.contains("Timer")
    }
    _ = try kitchen.control("release", "Timer")
    _ = try kitchen.control("hold", "Call", "--priority", "phoneCall", "--ttl", "1min")
    try waits("the call") { $0["call"] == true && $0["alarm"] == false }
  }

  @Test func `the button pauses all, and nothing goes on by itself`() throws {
    let radio = try kitchen.play("Radio")
    try kitchen.report(radio, [.init("playing", true)])
    try press("pause", "PRESS")
    try Condition.wait("a pause") { try kitchen.session(radio)["state"] == "inactive" }
    #expect(try kitchen.endings() == [false])
    try waits("silence") { $0["playing"] == .null && $0["heard"] == "" }
    #expect(try kitchen.sessions().count == 1)
  }

  @Test func `switch and number act on the daemon, and show what is so`() throws {
    try press("silence", "ON")
    try waits("the switch") { $0["silenced"] == true }
    try press("duck", "-20")
    try waits("the depth") { $0["duckDepth"]?.double == -20 }
    // A daemon that begins anew knows of neither; the depth is set again.
    try kitchen.restartDaemon()
    try waits("the depth again") { $0["duckDepth"]?.double == -20 && $0["silenced"] == false }
    let radio = try kitchen.play("Radio")
    _ = try kitchen.control("hold", "Prompt", "--duck", "--ttl", "1min")
    #expect(try kitchen.session(radio)["gain"]?.double == 0.1)
    // The file counts again as soon as it is read.
    _ = try kitchen.daemon.reload()
    try waits("the file's depth") { $0["duckDepth"]?.double == -14 }
  }

  @Test func `nothing is left at the broker of a bridge that has ended`() throws {
    try waits("something") { $0 != .null }
    #expect(try kitchen.stopBridge() == 0)
    // Sooner than by itself.
    var left: [String] = []
    try Condition.wait("the broker to forget \(left)", within: HouseSettings.lease / 2) {
      left = try broker.retained().filter { !$0.hasSuffix("/presence") }
      return left == []
    }
  }
}
