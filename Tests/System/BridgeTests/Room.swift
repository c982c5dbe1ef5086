import AudioSessionClient
import Foundation
import AudioSessionJSON
import AudioSessionWire
import Glibc
import House
import TestSupport

/// A machine of a house: a real daemon, a real bridge, and the wire between it and the broker.
final class Room {
  let name: String
  let daemon: TestDaemon
  let wire: Wire
  private let folder: TemporaryDirectory
  private let file: String
  private let options: [String]
  private(set) var bridge: ChildProcess?
  private var connection: ClientConnection

  /// Starts all three.
  ///
  /// - Parameters:
  ///   - name: The machine's name.
  ///   - broker: The broker.
  ///   - configuration: What stands in the daemon's file.
  ///   - bridgeConfiguration: What stands in the bridge's.
  ///   - seed: The seed of what is random.
  /// - Throws: What can't be started.
  init(
    _ name: String,
    _ broker: TestBroker,
    configuration: String = "",
    bridgeConfiguration: String = "",
    seed: UInt64 = 1
  ) throws {
    self.name = name
    daemon = try TestDaemon(text: configuration, in: TemporaryDirectory())
    wire = try Wire(to: broker.path, seed: seed)
    folder = try TemporaryDirectory()
    file = folder.path(of: "conf")
    try bridgeConfiguration.write(toFile: file, atomically: true, encoding: .utf8)
    options = [
      "--socket", daemon.socketPath, "--broker", "127.0.0.1:\(wire.port)", "--house", "home",
      "--node", name, "--config", file,
    ]
    connection = try daemon.connect()
    try startBridge()
  }

  deinit { wire.end() }

  /// Starts the bridge, and waits until it says that it is connected to both.
  func startBridge() throws {
    bridge = try ChildProcess(
      "audiosession-house",
      options,
      environment: ["XDG_RUNTIME_DIR": folder.path]
    )
  }

  /// What programs of this machine have in their environment.
  var environment: [String: String] {
    ["XDG_RUNTIME_DIR": folder.path, "AUDIOSESSION_SOCKET": daemon.socketPath]
  }

  /// Whether the bridge is connected to both; one that has just been started doesn't answer yet.
  var isConnected: Bool {
    let report = try? report()
    return report?.broker.isConnected == true && report?.daemon.isConnected == true
  }

  func waitUntilConnected() throws {
    try Condition.wait("the bridge of \(name)") { isConnected }
  }

  func killBridge() throws {
    try bridge?.kill()
    bridge = nil
  }

  /// Puts another configuration into the bridge's file, and has it read.
  func reloadBridge(_ text: String) throws {
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    bridge?.send(SIGHUP)
  }

  /// Has the bridge end in order.
  func stopBridge() throws -> Int32? {
    bridge?.send(SIGTERM)
    defer { bridge = nil }
    return try bridge?.wait()
  }

  /// Kills the daemon, and starts another.
  func restartDaemon() throws {
    try daemon.restart()
    connection = try daemon.connect()
  }

  /// What the bridge says of itself.
  func report() throws -> HouseReport {
    let path = folder.path(of: "audiosession/house")
    let answer = try HouseSocket.ask(at: [path], by: TimeLimit(.seconds(10)))
    guard let report: HouseReport = answer.received() else { throw ProcessFault(answer.text) }
    return report
  }

  /// What audiosessionctl prints on this machine.
  func control(_ line: String...) throws -> String {
    let environment = ["XDG_RUNTIME_DIR": folder.path]
    return try Finished.control(line, at: daemon.socketPath, environment).output
  }

  // MARK: Sessions

  /// Opens and activates a session.
  func play(_ name: String, _ priority: String = "normal") throws -> JSONValue {
    try connection.play([
      "name": .string(name), "category": "playback", "priority": .string(priority),
    ])
  }

  /// Opens a session.
  func open(_ name: String, _ priority: String) throws -> JSONValue {
    try connection.open([
      "name": .string(name), "category": "playback", "priority": .string(priority),
    ])
  }

  func report(_ session: JSONValue, _ facts: [JSONValue.Member]) throws {
    let reference = JSONValue.Member("session", session)
    _ = try connection.granted("session.report", .object([reference] + facts))
  }

  /// Whether it was said to resume, of each interruption that ended since this was asked last.
  func endings() throws -> [Bool] {
    try connection.takeTold().filter { $0["params"]?["type"] == "ended" }
      .map { $0["params"]?["options"] == ["shouldResume"] }
  }

  /// Opens and activates a session; nil if it is refused.
  func playIfPossible(_ name: String, _ priority: String) throws -> JSONValue? {
    let session = try open(name, priority)
    if try activate(session)["result"] != nil { return session }
    try close(session)
    return nil
  }

  func close(_ session: JSONValue) throws {
    _ = try connection.call("session.close", ["session": session])
  }

  func activate(_ session: JSONValue) throws -> JSONValue {
    try connection.call("session.activate", ["session": session])
  }

  func session(_ number: JSONValue) throws -> JSONValue {
    try connection.granted("session.get", ["session": number])
  }

  func sessions() throws -> [JSONValue] { try connection.sessions() }

  /// The sessions that stand for those of other machines, by name and state.
  func leases() throws -> [String] {
    try sessions().filter { $0["lease"]?["leaseName"] != nil }
      .map { "\($0["name"]?.string ?? "?"), \($0["state"]?.string ?? "?")" }
  }

  /// Waits until these stand for other machines' sessions, and no others.
  func waitForLeases(_ wanted: [String]) throws {
    var found: [String] = []
    do {
      try Condition.wait("leases") {
        found = try leases().sorted()
        return found == wanted.sorted()
      }
    } catch {
      throw ProcessFault("\(name) has \(found) instead of \(wanted); \(try report())")
    }
  }
}
