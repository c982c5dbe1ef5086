import Glibc
import Foundation
import TestSupport

/// A real mosquitto behind a Unix socket; it is killed when nobody refers to it any more.
final class TestBroker {
  let folder: TemporaryDirectory
  let path: String
  private(set) var process: ChildProcess
  private let configuration: String

  /// Whether mosquitto and what asks it are installed.
  static var isInstalled: Bool {
    ["mosquitto", "mosquitto_sub", "mosquitto_pub"].allSatisfy {
      (try? Spawn.path(of: $0)) != nil
    }
  }

  /// Starts it.
  ///
  /// - Parameter more: Further lines of its configuration.
  /// - Throws: Why it can't be started.
  init(_ more: String = "allow_anonymous true") throws {
    folder = try TemporaryDirectory()
    // It gives up its rights, and a socket's path has no more than 107 bytes.
    chmod(folder.path, 0o777)
    path = folder.path(of: "broker")
    configuration = folder.path(of: "conf")
    let lines = "listener 0 \(path)\n\(more)\n"
    try lines.write(toFile: configuration, atomically: true, encoding: .utf8)
    process = try ChildProcess(try Spawn.path(of: "mosquitto"), ["-c", configuration])
    try waitUntilItListens()
  }

  /// Kills it, and starts another without its memory.
  func restart() throws {
    try process.kill()
    unlink(path)
    process = try ChildProcess(try Spawn.path(of: "mosquitto"), ["-c", configuration])
    try waitUntilItListens()
  }

  private func waitUntilItListens() throws {
    try Condition.wait("mosquitto") { SocketState.isListening(at: path) }
  }

  /// The topics of which it keeps a message.
  func retained() throws -> [String] {
    let line = ["--unix", path, "-t", "#", "--retained-only", "-W", "1", "-F", "%t"]
    let found = try Finished(of: try Spawn.path(of: "mosquitto_sub"), line)
    return found.output.split(separator: "\n").map(String.init)
  }

  /// The message that it keeps at a topic.
  func message(at topic: String) throws -> String? {
    let line = ["--unix", path, "-t", topic, "-C", "1", "-W", "1", "-F", "%p"]
    let found = try Finished(of: try Spawn.path(of: "mosquitto_sub"), line)
    return found.output.split(separator: "\n").first.map(String.init)
  }

  /// Publishes a message.
  ///
  /// - Parameters:
  ///   - topic: Its topic.
  ///   - message: What it says.
  ///   - expiry: Seconds after which it is forgotten; nil: never.
  ///   - isRetained: Whether it is kept.
  /// - Throws: What mosquitto_pub says.
  func publish(
    _ topic: String,
    _ message: String,
    expiry: Int? = 15,
    isRetained: Bool = true
  ) throws {
    var line = ["--unix", path, "-V", "5", "-q", "1", "-t", topic, "-m", message]
    if isRetained { line.append("-r") }
    if let expiry { line += ["-D", "publish", "message-expiry-interval", "\(expiry)"] }
    let found = try Finished(of: try Spawn.path(of: "mosquitto_pub"), line)
    guard found.status == 0 else { throw ProcessFault("mosquitto_pub: \(found.error)") }
  }
}
