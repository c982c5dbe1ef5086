package import AudioSessionJSON
import AudioSessionWire
import Foundation
package import TestSupport

/// A real `audiosession-agent` in a headless graph, beside a real daemon.
package final class TestAgent {
  package let graph: HeadlessGraph
  package let daemon: TestDaemon
  package let configurationPath: String
  private let path: String
  /// What is written before its path, such as env(1) with its arguments.
  private let prefix: [String]
  package private(set) var program: RunningProgram

  /// Starts an agent, and waits until the daemon has it as an enforcer.
  ///
  /// - Parameters:
  ///   - graph: Where it enforces.
  ///   - daemon: What decides.
  ///   - configuration: The text of its only file.
  ///   - path: Its name among what was built, or an absolute path.
  ///   - prefix: A program that executes it, with arguments; none by default.
  /// - Throws: Why it doesn't come so far, with what it says.
  package init(
    in graph: HeadlessGraph,
    of daemon: TestDaemon,
    _ configuration: String,
    path: String = "audiosession-agent",
    prefix: [String] = []
  ) throws {
    self.graph = graph
    self.daemon = daemon
    // What is executed by another program isn't looked for.
    self.path = try Spawn.path(of: path)
    self.prefix = prefix
    configurationPath = graph.folder.path(of: "agent-\(UInt32.random(in: 0...UInt32.max)).conf")
    try configuration.write(toFile: configurationPath, atomically: true, encoding: .utf8)
    program = try TestAgent.start(prefix + [self.path], in: graph, daemon, configurationPath)
    try awaitAttached()
  }

  private static func start(
    _ command: [String],
    in graph: HeadlessGraph,
    _ daemon: TestDaemon,
    _ configurationPath: String
  ) throws -> RunningProgram {
    let arguments = ["--config", configurationPath, "--socket", daemon.socketPath]
    return try graph.start(command[0], command.dropFirst() + arguments)
  }

  /// Starts a second one beside it: the status with which that ends.
  package func statusOfSecond(prefix: [String] = []) throws -> Int32 {
    try TestAgent.start(prefix + [path], in: graph, daemon, configurationPath).wait()
  }

  /// The pid of its guard, once there is one.
  package func guardPID() throws -> Int32 {
    let path = "/proc/\(program.pid)/task/\(program.pid)/children"
    var found: Int32?
    try Condition.wait("a guard") {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      found = text.split(separator: " ").first.flatMap { Int32($0) }
      return found != nil
    }
    guard let found else { throw ProcessFault("no guard") }
    return found
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

  /// Waits until a program that plays has an active session.
  ///
  /// It may be heard before. A call that begins then was there first, and what comes anew beside it
  /// is only lowered (R9).
  ///
  /// - Parameter count: The number of sessions to wait for.
  /// - Throws: There are fewer.
  package func awaitAdopted(_ count: Int = 1) throws {
    let connection = try daemon.connect()
    try Condition.wait("\(count) sessions of who plays: \(program.said)") {
      let sessions = try connection.granted("session.list")["sessions"]?.array ?? []
      return sessions.count { $0["state"] == "active" } >= count
    }
  }

  /// Ends it as a crash would.
  ///
  /// Only itself: what it has started beside it has to outlive it.
  package func kill() throws {
    program.signal(SIGKILL)
    try awaitEnd()
  }

  /// Waits for its end, whoever has brought it about.
  package func awaitEnd() throws { _ = try program.wait(sparingGroup: true) }

  /// Starts it again after it has ended.
  package func restart() throws {
    program = try TestAgent.start(prefix + [path], in: graph, daemon, configurationPath)
    try awaitAttached()
  }
}

/// A session that the test's own process operates: a call, a prompt.
///
/// Unless it is told otherwise, it belongs to another process, which does nothing: the test's own is
/// the ancestor of all that plays, and its sessions would be theirs.
package final class OwnSession {
  package let connection: ClientConnection
  package let number: Int64
  /// Whose session it is, if nobody else's.
  private let standIn: ChildProcess?

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - daemon: Where.
  ///   - parameters: Those of `session.open`.
  /// - Throws: That it isn't granted.
  package convenience init(in daemon: TestDaemon, _ parameters: JSONValue) throws {
    try self.init(in: daemon, parameters, of: nil)
  }

  private init(in daemon: TestDaemon, _ parameters: JSONValue, of standIn: ChildProcess?) throws {
    self.standIn = standIn
    connection = try daemon.connect()
    let session = try connection.granted("session.open", parameters)
    guard let number = session["session"]?.integer else {
      throw ProcessFault("no session number: \(session.text)")
    }
    self.number = number
  }

  /// A connected call, of a process that does nothing else or of a given one: it interrupts music.
  package static func call(in daemon: TestDaemon, of pid: Int32? = nil) throws -> OwnSession {
    try open(
      ["name": "call", "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall"],
      in: daemon,
      of: pid
    )
  }

  /// A navigation's prompt, likewise: it ducks music.
  package static func prompt(in daemon: TestDaemon, of pid: Int32? = nil) throws -> OwnSession {
    try open(
      [
        "name": "prompt", "category": "playback", "mode": "voicePrompt", "options": ["duckOthers"],
      ],
      in: daemon,
      of: pid
    )
  }

  /// A session that does nothing but hear of changes of route.
  package static func witness(in daemon: TestDaemon) throws -> OwnSession {
    try open(["name": "witness", "category": "ambient"], in: daemon, of: nil)
  }

  private static func open(
    _ description: JSONValue,
    in daemon: TestDaemon,
    of pid: Int32?
  ) throws -> OwnSession {
    let standIn = pid == nil ? try ChildProcess("/bin/sleep", ["100000"]) : nil
    let owner = JSONValue.Member("onBehalfOf", .number("\(pid ?? standIn?.pid ?? getpid())"))
    let parameters = JSONValue.object((description.members ?? []) + [owner])
    return try OwnSession(in: daemon, parameters, of: standIn)
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
