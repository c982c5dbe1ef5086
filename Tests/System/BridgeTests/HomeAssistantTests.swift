import AudioSessionJSON
import Foundation
import House
import TestSupport
import TestTraits
import Testing

/// A real Home Assistant, which `.ci/homeassistant` has installed, a real broker, bridge and daemon.
@Suite(
  .serialized,
  .besideThePool(.players),
  .enabled(if: canRunBridges(), "needs mosquitto and the trait MQTT"),
  .enabled(if: HomeAssistant.isInstalled, "needs .ci/homeassistant, which installs it")
)
struct HomeAssistantTests {
  @Test func `it finds the machine, shows what is so, and has its commands obeyed`() throws {
    let (port, http) = (try freePort(), try freePort())
    let broker = try TestBroker("listener \(port) 127.0.0.1\nallow_anonymous true")
    let kitchen = try Room(
      "kitchen",
      broker,
      bridgeConfiguration: "[HomeAssistant]\nDiscovery=homeassistant\n"
    )
    try kitchen.waitUntilConnected()
    let home = try HomeAssistant(http: http, broker: port)
    try home.waits("sensor.kitchen_heard", "nothing")
    let states = try home.states()
    #expect(
      states == [
        "binary_sensor.kitchen_alarm off", "binary_sensor.kitchen_call off",
        "button.kitchen_pause_all unknown", "number.kitchen_duck_depth -14.0",
        "sensor.kitchen_heard nothing", "sensor.kitchen_now_playing nothing",
        "switch.kitchen_silent_switch off",
      ]
    )
    let radio = try kitchen.play("Radio")
    try kitchen.report(radio, [.init("playing", true)])
    try home.waits("sensor.kitchen_now_playing", "Radio")
    _ = try kitchen.control("hold", "Timer", "--alarm", "--ttl", "1min")
    try home.waits("binary_sensor.kitchen_alarm", "on")
    try home.waits("sensor.kitchen_heard", "Timer")
    try Condition.wait("the reason") { try home.why().hasPrefix("Radio: ") }
    _ = try kitchen.control("release", "Timer")
    _ = try kitchen.activate(radio)
    try home.waits("sensor.kitchen_heard", "Radio")
    try home.ask("set", "switch.kitchen_silent_switch", "on")
    try home.waits("switch.kitchen_silent_switch", "on")
    try home.ask("set", "number.kitchen_duck_depth", "-20.5")
    try home.waits("number.kitchen_duck_depth", "-20.5")
    try home.ask("press", "button.kitchen_pause_all")
    try home.waits("sensor.kitchen_heard", "nothing")
    #expect(try kitchen.session(radio)["state"] == "inactive")
    try kitchen.killBridge()
    try home.waits("button.kitchen_pause_all", "unavailable")
    try kitchen.startBridge()
    try home.waits("sensor.kitchen_heard", "nothing")
    #expect(try home.complaints() == [])
  }

  private func freePort() throws -> UInt16 {
    let wire = try Wire(to: "/dev/null", seed: 1)
    defer { wire.end() }
    return wire.port
  }
}

/// A running Home Assistant.
private final class HomeAssistant {
  private let process: ChildProcess
  private let folder: TemporaryDirectory
  private let program: String
  private var variables: [String: String] = [:]

  private static let version = "2026.2.3"

  static var isInstalled: Bool {
    FileManager.default.fileExists(atPath: Checkout.path(".build/homeassistant-\(version)"))
  }

  init(http: UInt16, broker: UInt16) throws {
    folder = try TemporaryDirectory()
    program = Checkout.path("Tests/System/BridgeTests/homeassistant.py")
    let output = folder.path(of: "variables")
    let file = open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    process = try ChildProcess(
      Checkout.path(".ci/homeassistant"),
      ["\(http)", "\(broker)"],
      descriptors: [1: file]
    )
    try Condition.wait("Home Assistant", within: .seconds(200)) {
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2 { variables[parts[0]] = parts[1] }
      }
      return variables.count == 3 && text.hasSuffix("\n")
    }
  }

  deinit {
    // The script takes everything with it.
    process.send(SIGTERM)
    _ = try? process.wait()
  }

  @discardableResult
  func ask(_ words: String...) throws -> String {
    let line = [variables["HOMEASSISTANT_URL"] ?? "", variables["HOMEASSISTANT_TOKEN"] ?? ""]
    let found = try Finished(of: program, line + words)
    guard found.status == 0 else { throw ProcessFault("\(words): \(found.error)") }
    return found.output
  }

  /// The entities of the kitchen, and their states.
  func states() throws -> [String] {
    let all = try JSONValue(parsing: try ask("states", "kitchen", "7"))
    return (all.members ?? []).map { "\($0.name) \($0.value["state"]?.string ?? "?")" }.sorted()
  }

  /// Why something isn't fully heard in the kitchen.
  func why() throws -> String {
    let all = try JSONValue(parsing: try ask("states", "kitchen", "7"))
    return all["sensor.kitchen_heard"]?["attributes"]?["why"]?.string ?? ""
  }

  /// Waits until an entity has a state.
  func waits(_ entity: String, _ state: String) throws { try ask("wait", entity, state) }

  /// What it has to say against the bridge's messages.
  func complaints() throws -> [String] {
    let text = try String(contentsOfFile: variables["HOMEASSISTANT_LOG"] ?? "", encoding: .utf8)
    return text.split(separator: "\n").map(String.init).filter {
      $0.contains("components.mqtt") || $0.contains("helpers.template")
    }
  }
}
