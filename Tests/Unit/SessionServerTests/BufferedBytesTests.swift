import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// What all connections of a user may hold together, and which one pays when it is too much.
@Suite(.serialized)
struct BufferedBytesTests {
  private static let user = PeerCredentials(pid: 4711, uid: 1000, gid: 1000)
  private static let other = PeerCredentials(pid: 4712, uid: 1001, gid: 1001)
  private static let configuration = "[Limits]\nBufferedBytesPerUser=4096\n"

  /// The beginning of a line: it is held until the rest comes.
  private static func half(_ count: Int) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"system.get","later":""#
      + String(repeating: "x", count: count)
  }

  @Test(arguments: [[3000, 2000], [2000, 3000], [1500, 1000, 2000], [100, 4100, 100]])
  func `over a user's limit the connection that holds most is cut off, and the others go on`(
    sizes: [Int]
  ) throws {
    let world = try ServerWorld(Self.configuration)
    let clients = try sizes.map { _ in try world.connect(as: Self.user) }
    for (client, size) in zip(clients, sizes) {
      try client.send(bytes: Self.half(size))
      for _ in 0..<2 { try world.server.turn(timeout: .zero) }
    }
    let largest = sizes.firstIndex(of: sizes.max() ?? 0)
    for (index, client) in clients.enumerated() {
      if index == largest {
        #expect(try client.lines() == [])
        try client.awaitEnd()
      } else {
        try client.send(bytes: "\"}\n")
        #expect(try client.lines().map(digest) == ["1 ok"])
        #expect(!client.isAtEnd)
      }
    }
    #expect(held(world) == 0)
  }

  @Test func `other users' bytes don't count, and what was read counts no more`() throws {
    let world = try ServerWorld(Self.configuration)
    let clients = try [Self.user, Self.other, Self.user].map { try world.connect(as: $0) }
    for _ in 0..<3 {
      for client in clients.prefix(2) { try client.send(bytes: Self.half(3500)) }
      for _ in 0..<4 { try world.server.turn(timeout: .zero) }
      #expect(try clients[2].ask("system.get")["sleeping"] == false)
      for client in clients.prefix(2) {
        try client.send(bytes: "\"}\n")
        #expect(try client.lines().map(digest) == ["1 ok"])
      }
    }
    #expect(clients.allSatisfy { !$0.isAtEnd })
  }

  @Test func `a connection that ends gives back what it held`() throws {
    let world = try ServerWorld(Self.configuration)
    for _ in 0..<3 {
      let client = try world.connect(as: Self.user)
      try client.send(bytes: Self.half(3500))
      for _ in 0..<4 { try world.server.turn(timeout: .zero) }
      #expect(held(world) > 3500)
      try client.endWriting()
      _ = try client.lines()
      try client.awaitEnd()
      #expect(held(world) == 0)
    }
  }

  /// What counts towards the user.
  private func held(_ world: ServerWorld) -> Int {
    world.server.base.connections.usage(of: UserID(Self.user.uid)).bufferedBytes
  }
}
