import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import Testing

@testable import AudioSessionServer

/// Sessions that one process opens on behalf of another.
@Suite(.serialized)
struct RepresentingTests {
  /// A process that lives until it is told to end.
  private final class Program {
    private let process = Process()
    private let input = Pipe()

    init() throws {
      process.executableURL = URL(fileURLWithPath: "/bin/cat")
      process.standardInput = input
      try process.run()
    }

    var pid: JSONValue { .number("\(process.processIdentifier)") }

    func end() throws {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  private static let user = getuid()

  private static func connect(
    _ world: ServerWorld,
    user: UInt32 = user,
    pid: Int32
  ) throws -> WorldClient {
    try world.connect(as: PeerCredentials(pid: pid, uid: user, gid: user))
  }

  @Test func `a session is the process's on whose behalf it is, and its opener's to operate`()
    throws
  {
    let world = try ServerWorld()
    let program = try Program()
    let agent = try Self.connect(world, pid: 101)
    let stranger = try Self.connect(world, pid: 102)
    let session = try agent.ask(
      "session.open",
      ["name": "film", "category": "playback", "onBehalfOf": program.pid]
    )
    #expect(session["pid"] == program.pid && session["comm"] == "cat")
    #expect(session["uid"] == .number("\(Self.user)") && session["name"] == "film")
    let number = session["session"] ?? .null
    #expect(try stranger.refusal("session.activate", ["session": number]) == "notPermitted")
    #expect(try agent.refusal("session.activate", ["session": number]) == nil)
    // What interrupts it is told to the opener, and the enforcers are told the program.
    let enforcer = try world.connect()
    try enforcer.ask("enforcement.attach")
    let other = try stranger.ask("session.open", ["category": "playback"])["session"] ?? .null
    try stranger.ask("session.activate", ["session": other])
    #expect(try agent.told() == ["session.interruption \(number.text)"])
    let target = try JSONValue(parsing: try #require(enforcer.lines().last))
    #expect(target["params"]?["targets"]?.array?.first?["pid"] == program.pid)
    try program.end()
  }

  @Test func `sessions for an unconnected process: closed in one decision when the process ends`()
    throws
  {
    let world = try ServerWorld()
    let program = try Program()
    let agent = try Self.connect(world, pid: 101)
    let opening: JSONValue = ["category": "ambient", "onBehalfOf": program.pid]
    let sessions = try (0..<2).map { _ in
      try agent.ask("session.open", opening)["session"] ?? .null
    }
    let own = try agent.ask("session.open")["session"] ?? .null
    let usage = world.server.decisions.sessions.names.quotas[.init(Self.user)]
    #expect(usage == 3)
    try program.end()
    // Its end is noticed before the next line.
    try world.server.turn(timeout: .seconds(10))
    let left = try agent.ask("session.list")["sessions"]?.array?.map { $0["session"] }
    #expect(left == [own])
    let decision = try agent.ask("server.log", ["limit": 1])["decisions"]?.array?.first
    #expect(decision?["cause"] == ["event": "connectionEnded", "pid": program.pid])
    let closed = decision?["closed"]?.array?.compactMap(\.integer)
    #expect(closed?.sorted() == sessions.compactMap(\.integer))
    #expect(world.server.decisions.sessions.names.quotas[.init(Self.user)] == 1)
    #expect(try agent.refusal("session.open", opening) == "notPermitted")
    // The number of the process is nobody's now.
    #expect(world.server.base.peers.living(pid: 101) == nil)
  }

  @Test func `a session for another process: ends with its opener's connection, process forgotten`()
    throws
  {
    let world = try ServerWorld()
    let program = try Program()
    let agent = try Self.connect(world, pid: 101)
    let witness = try Self.connect(world, pid: 102)
    try agent.ask("session.open", ["onBehalfOf": program.pid])
    let pid = try #require(program.pid.integer.map { Int32($0) })
    #expect(world.server.base.peers.living(pid: pid) != nil)
    try agent.endWriting()
    #expect(try agent.lines() == [])
    #expect(try witness.ask("session.list")["sessions"] == [])
    #expect(world.server.base.peers.living(pid: pid) == nil)
    // One that is refused leaves nothing behind either.
    let refused: JSONValue = ["onBehalfOf": program.pid, "category": "nope"]
    #expect(try witness.refusal("session.open", refused) == "badParam")
    #expect(world.server.base.peers.living(pid: pid) == nil)
    try program.end()
  }

  @Test func `only a process of one's own user, or with the grant system of anybody's`() throws {
    let world = try ServerWorld("[Grant system]\nUsers=\nUsers=1001\n[Grant observe]\nUsers=1001\n")
    let program = try Program()
    let opening: JSONValue = ["category": "playback", "onBehalfOf": program.pid]
    let other = try Self.connect(world, user: 1000, pid: 101)
    #expect(try other.refusal("session.open", opening) == "notPermitted")
    let agent = try Self.connect(world, user: 1001, pid: 102)
    let session = try agent.ask("session.open", opening)
    #expect(session["uid"] == .number("\(Self.user)") && session["pid"] == program.pid)
    // A thread is no process, and neither is what has never been one.
    #expect(try agent.refusal("session.open", ["onBehalfOf": 2_147_483_647]) == "notPermitted")
    // It is the opener who takes up room.
    #expect(world.server.decisions.sessions.names.quotas[.init(1001)] == 1)
    #expect(world.server.decisions.sessions.names.quotas[.init(Self.user)] == 0)
    try program.end()
  }

  @Test func `R54: what is opened on behalf of processes counts by process`() throws {
    let world = try ServerWorld("[Limits]\nSessionsPerConnection=2\n")
    let programs = try (0..<3).map { _ in try Program() }
    let agent = try Self.connect(world, pid: 101)
    for program in programs {
      let opening: JSONValue = ["onBehalfOf": program.pid]
      for _ in 0..<2 { try agent.ask("session.open", opening) }
      #expect(try agent.refusal("session.open", opening) == "resourceNotAvailable")
    }
    // Its own have room of their own.
    for _ in 0..<2 { try agent.ask("session.open") }
    #expect(try agent.refusal("session.open") == "resourceNotAvailable")
    for program in programs { try program.end() }
  }

  @Test func `R3: it is the opener's grants that count`() throws {
    let world = try ServerWorld("[Grant alarm]\nUsers=\nUsers=1001\n[Grant system]\nUsers=1001\n")
    let program = try Program()
    let opening: JSONValue = ["priority": "alarm", "onBehalfOf": program.pid]
    let own = try Self.connect(world, pid: 101)
    #expect(try own.refusal("session.open", opening) == "missingEntitlement")
    let agent = try Self.connect(world, user: 1001, pid: 102)
    #expect(try agent.refusal("session.open", opening) == nil)
    try program.end()
  }

  @Test func `R52: it is of the application that the process named last, on any connection`() throws
  {
    let world = try ServerWorld()
    let agent = try Self.connect(world, pid: 101)
    // The process of the tests: the kernel knows it by the connections that it makes.
    let programs = try (0..<2).map { _ in try world.connect() }
    let opening: JSONValue = ["onBehalfOf": .number("\(getpid())")]
    func application() throws -> JSONValue? {
      try agent.ask("session.open", opening)["application"]
    }
    #expect(try application() == .null)
    try programs[0].ask("hello", ["protocol": 1, "application": "a"])
    #expect(try application() == "a")
    try programs[1].ask("hello", ["protocol": 1, "application": "b"])
    #expect(try application() == "b")
    try programs[0].ask("hello", ["protocol": 1, "application": "a"])
    #expect(try application() == "a")
    try programs[0].ask("hello", ["protocol": 1])
    #expect(try application() == "b")
    try agent.ask("hello", ["protocol": 1, "application": "agent"])
    #expect(try application() == "b")
  }

  @Test func `R47: suspension follows the process`() throws {
    let world = try ServerWorld()
    let program = try Program()
    let agent = try Self.connect(world, pid: 101)
    let session =
      try agent.ask(
        "session.open",
        ["category": "playback", "onBehalfOf": program.pid]
      )["session"] ?? .null
    try agent.ask("session.activate", ["session": session])
    try agent.ask("system.setProcessSuspended", ["pid": 101, "suspended": true])
    #expect(try agent.ask("session.get", ["session": session])["state"] == "active")
    try agent.ask("system.setProcessSuspended", ["pid": program.pid, "suspended": true])
    #expect(try agent.ask("session.get", ["session": session])["state"] == "inactive")
    try program.end()
  }
}
