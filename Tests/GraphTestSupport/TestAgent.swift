package import AudioSessionWire
import Foundation
package import TestSupport

/// A real `audiosession-agent` in a headless graph, beside a real daemon.
package final class TestAgent {
  package let graph: HeadlessGraph
  package let daemon: TestDaemon
  package let configurationPath: String
  package private(set) var program: RunningProgram

  /// Starts an agent, and waits until the daemon has it as an enforcer.
  ///
  /// - Parameters:
  ///   - graph: Where it enforces.
  ///   - daemon: What decides.
  ///   - configuration: The text of its only file.
  /// - Throws: Why it doesn't come so far, with what it says.
  package init(
    in graph: HeadlessGraph,
    of daemon: TestDaemon,
    _ configuration: String
  ) throws {
    self.graph = graph
    self.daemon = daemon
    configurationPath = graph.folder.path(of: "agent-\(UInt32.random(in: 0...UInt32.max)).conf")
    try configuration.write(toFile: configurationPath, atomically: true, encoding: .utf8)
    program = try TestAgent.start(in: graph, daemon, configurationPath)
    try awaitAttached()
  }

  private static func start(
    in graph: HeadlessGraph,
    _ daemon: TestDaemon,
    _ configurationPath: String
  ) throws -> RunningProgram {
    try graph.start(
      "audiosession-agent",
      ["--config", configurationPath, "--socket", daemon.socketPath]
    )
  }

  /// Waits until the daemon has an enforcer.
  package func awaitAttached() throws {
    let connection = try daemon.connect()
    try Condition.wait("the agent as an enforcer: \(program.said)") {
      guard !program.hasEnded else {
        throw ProcessFault("the agent has ended: \(program.said)")
      }
      let status = try connection.granted("server.status")
      return status["enforcers"]?.integer ?? 0 > 0
    }
  }

  /// Ends it as a crash would.
  ///
  /// Only itself: what it has started beside it has to outlive it.
  package func kill() throws {
    program.signal(SIGKILL)
    _ = try program.wait(sparingGroup: true)
  }

  /// Starts it again after it has ended.
  package func restart() throws {
    program = try TestAgent.start(in: graph, daemon, configurationPath)
    try awaitAttached()
  }
}

/// A session that the test's own process operates: a call, a prompt.
package final class OwnSession {
  package let connection: ClientConnection
  package let number: Int64

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - daemon: Where.
  ///   - parameters: Those of `session.open`.
  /// - Throws: That it isn't granted.
  package init(in daemon: TestDaemon, _ parameters: JSONValue) throws {
    connection = try daemon.connect()
    let session = try connection.granted("session.open", parameters)
    guard let number = session["session"]?.integer else {
      throw ProcessFault("no session number: \(session.text)")
    }
    self.number = number
  }

  /// A connected call, of the test's own process or another: it interrupts music.
  package static func call(in daemon: TestDaemon, of pid: Int32 = getpid()) throws -> OwnSession {
    try OwnSession(
      in: daemon,
      [
        "name": "call", "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall",
        "onBehalfOf": .number("\(pid)"),
      ]
    )
  }

  /// A navigation's prompt, of the test's own process or another: it ducks music.
  package static func prompt(
    in daemon: TestDaemon,
    of pid: Int32 = getpid()
  ) throws -> OwnSession {
    try OwnSession(
      in: daemon,
      [
        "name": "prompt", "category": "playback", "mode": "voicePrompt", "options": ["duckOthers"],
        "onBehalfOf": .number("\(pid)"),
      ]
    )
  }

  /// - Returns: When the daemon's answer had come.
  @discardableResult
  package func activate() throws -> Duration {
    try connection.granted("session.activate", ["session": .number("\(number)")])
    return Moment.now
  }

  /// Leaves, and tells those that were interrupted.
  @discardableResult
  package func deactivate() throws -> Duration {
    try connection.granted(
      "session.deactivate",
      ["session": .number("\(number)"), "options": ["notifyOthersOnDeactivation"]]
    )
    return Moment.now
  }
}
