import AudioSessionJSON
import Glibc

/// A daemon with so many sessions that a list of them takes an agent a while.
package struct LongList {
  private let count: Int
  private let folder: TemporaryDirectory
  private let daemon: TestDaemon
  private let observer: ClientConnection

  /// Starts the daemon, without sessions yet.
  ///
  /// - Parameters:
  ///   - count: How many sessions there will be.
  ///   - daemon: The daemon's name among what was built, or an absolute path.
  /// - Throws: That it doesn't start.
  package init(of count: Int, in daemon: String = "audiosessiond") throws {
    self.count = count
    folder = try TemporaryDirectory()
    self.daemon = try TestDaemon(
      ["SessionsPerConnection": String(count), "SessionsPerUser": String(count)],
      program: daemon
    )
    observer = try self.daemon.connect()
  }

  /// Has an agent start beside the sessions, and waits until it has its memory and its priority
  /// back, as they are without them.
  ///
  /// - Parameter program: Its name among what was built, or an absolute path.
  /// - Returns: Its exit status, once it was told to end.
  /// - Throws: What it didn't do in time.
  package func exitStatus(ofAgent program: String = "audiosession-agent") throws -> Int32 {
    let first = try agent(program)
    let memory = try ProcessStatus.residentKilobytes(of: first.pid)
    let policy = sched_getscheduler(first.pid)
    first.send(SIGTERM)
    _ = try first.wait()
    try wait(forEnforcers: 0)
    let crowd = try crowd()
    let second = try agent(program)
    crowd.drop()
    try observer.waitForCounts(connections: 2, sessions: 0)
    try Condition.wait("the list's memory") {
      try ProcessStatus.residentKilobytes(of: second.pid) < memory + 2048
    }
    try Condition.wait("the priority") { sched_getscheduler(second.pid) == policy }
    second.send(SIGTERM)
    return try second.wait()
  }

  /// An agent that has the list.
  private func agent(_ program: String) throws -> ChildProcess {
    let agent = try ChildProcess(
      program,
      ["--socket", daemon.socketPath],
      environment: folder.environment
    )
    try wait(forEnforcers: 1)
    return agent
  }

  private func wait(forEnforcers count: JSONValue) throws {
    try Condition.wait("\(count) enforcers") {
      try observer.granted("server.status")["enforcers"] == count
    }
  }

  /// One that holds the sessions.
  private func crowd() throws -> ClientConnection {
    let crowd = try daemon.connect()
    for number in 0..<count {
      let name = "session \(number) of a crowd, with a name that isn't short"
      _ = try crowd.open(["category": "playback", "name": .string(name)])
    }
    return crowd
  }
}
