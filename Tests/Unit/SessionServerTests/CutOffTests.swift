import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// Connections that the daemon ends by itself: what they hold goes at once, their sessions in turn.
@Suite(.serialized)
struct CutOffTests {
  private static let attacker = PeerCredentials(pid: 101, uid: 1001, gid: 1001)

  @Test func `of many that are cut off at once a turn ends some, and serves others between`() throws
  {
    let count = 3 * RunQueue.requestLimit
    let world = try ServerWorld("[Limits]\nSessionsPerUser=1000\n")
    let bystander = try world.connect(as: PeerCredentials(pid: 102, uid: 1000, gid: 1000))
    let clients = try (0..<count).map { _ in
      let client = try world.connect(as: Self.attacker)
      try client.ask("session.open")
      return client
    }
    for connection in world.server.base.connections.all where connection.peer.uid == 1001 {
      connection.life.cutOff(.heldBytes)
      world.server.base.scheduler.touch(connection)
    }
    func open() throws -> JSONValue? {
      try bystander.ask("server.status")["counts"]?["sessions"]
    }
    try bystander.send(request(1, "server.status"))
    try world.server.turn(timeout: .zero)
    let first = try bystander.linesSoFar()
    #expect(first.map(digest) == ["1 ok"])
    let left = try JSONValue(parsing: try #require(first.first))["result"]?["counts"]
    #expect(left?["sessions"] == .number("\(count)"))
    // A turn has ended some of them, but no more than its part.
    #expect(world.server.decisions.sessions.counts.sessions >= count - RunQueue.requestLimit)
    while !world.server.base.scheduler.isIdle { try world.server.turn(timeout: .zero) }
    #expect(try open() == 0)
    for client in clients { try client.awaitEnd() }
  }

  @Test func `a connection that is cut off: its bytes are freed at once, it is closed in a turn`()
    throws
  {
    let world = try ServerWorld("[Limits]\nCoalesceBytes=4096\n")
    let client = try world.connect(as: Self.attacker)
    for _ in 0..<200 { try client.send(request(1, "policy.get")) }
    for _ in 0..<200 { try world.server.turn(timeout: .zero) }
    let connection = try #require(world.server.base.connections.all.first)
    #expect(connection.outbox.unsentBytes > 4096)
    #expect(connection.input.unreadBytes > 0)
    connection.life.cutOff(.heldBytes)
    world.server.base.scheduler.touch(connection)
    world.server.base.connections.settle()
    #expect(connection.outbox.unsentBytes == 0 && connection.input.unreadBytes == 0)
    #expect(!connection.life.isServed && !connection.life.isDraining)
    #expect(world.server.base.connections.usage.heldBytes == 0)
    try world.server.turn(timeout: .zero)
    #expect(connection.life.isClosed)
  }

  @Test func `a closed connection holds nothing, whoever still refers to it`() throws {
    let world = try ServerWorld("[Limits]\nCoalesceBytes=4096\n")
    var client: WorldClient? = try world.connect(as: Self.attacker)
    for _ in 0..<200 { try client?.send(request(1, "policy.get")) }
    for _ in 0..<200 { try world.server.turn(timeout: .zero) }
    let connection = try #require(world.server.base.connections.all.first)
    #expect(connection.outbox.unsentBytes > 4096)
    client = nil
    while !connection.life.isClosed { try world.server.turn() }
    #expect(connection.outbox.unsentBytes == 0 && connection.input.unreadBytes == 0)
  }

  @Test func `of what a client doesn't read the kernel keeps little`() throws {
    let world = try ServerWorld()
    let client = try world.connect(as: Self.attacker)
    for _ in 0..<100 { try client.send(request(1, "policy.get")) }
    for _ in 0..<200 { try world.server.turn(timeout: .zero) }
    let connection = try #require(world.server.base.connections.all.first)
    #expect(connection.outbox.unsentBytes > 0)
    #expect((1...16_384).contains(client.bytesInKernel()))
  }
}
