import AudioSessionJSON
import Glibc
import TestSupport
import TestTraits
import Testing

/// A daemon with so many sessions that a list of them takes the agent a while.
@Suite(.tags(.process))
struct LongListTests {
  private static let count = 3000

  private let folder: TemporaryDirectory
  private let daemon: TestDaemon
  private let observer: ClientConnection

  init() throws {
    folder = try TemporaryDirectory()
    daemon = try TestDaemon(["SessionsPerConnection": "4096", "SessionsPerUser": "4096"])
    observer = try daemon.connect()
  }

  /// An agent that has the list.
  private func agent() throws -> ChildProcess {
    let agent = try ChildProcess(
      "audiosession-agent",
      ["--socket", daemon.socketPath],
      environment: [
        "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path,
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path(of: "bus"))",
      ]
    )
    try wait(forEnforcers: 1)
    return agent
  }

  private func wait(forEnforcers count: JSONValue) throws {
    try Condition.wait("\(count) enforcers") {
      try observer.granted("server.status")["enforcers"] == count
    }
  }

  /// One that holds many sessions.
  private func crowd() throws -> ClientConnection {
    let crowd = try daemon.connect()
    for number in 0..<LongListTests.count {
      let name = "session \(number) of a crowd, with a name that isn't short"
      _ = try crowd.open(["category": "playback", "name": .string(name)])
    }
    return crowd
  }

  @Test func `the agent outlives it, keeps its priority, and has the memory back soon`() throws {
    let first = try agent()
    let memory = try ProcessStatus.residentKilobytes(of: first.pid)
    let policy = sched_getscheduler(first.pid)
    first.send(SIGTERM)
    #expect(try first.wait() == 0)
    try wait(forEnforcers: 0)
    let crowd = try crowd()
    let second = try agent()
    crowd.drop()
    try observer.waitForCounts(connections: 2, sessions: 0)
    try Condition.wait("the list's memory") {
      try ProcessStatus.residentKilobytes(of: second.pid) < memory + 2048
    }
    try Condition.wait("the priority") { sched_getscheduler(second.pid) == policy }
    second.send(SIGTERM)
    #expect(try second.wait() == 0)
  }
}
