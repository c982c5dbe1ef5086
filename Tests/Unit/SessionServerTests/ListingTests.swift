import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// Lists of so many sessions that they are written in pieces.
@Suite(.serialized)
struct ListingTests {
  private static let count = 600
  private static let configuration = """
    [Limits]
    SessionsPerConnection=\(count + 10)
    SessionsPerUser=\(count + 10)
    CoalesceBytes=67108864
    UnsentBytes=67108864
    BufferedBytesPerUser=67108864

    """

  private let world: ServerWorld
  private let owner: WorldClient
  private let client: WorldClient

  init() throws {
    world = try ServerWorld(Self.configuration)
    owner = try world.connect(as: PeerCredentials(pid: 101, uid: 1000, gid: 1000))
    client = try world.connect(as: PeerCredentials(pid: 102, uid: 1001, gid: 1001))
    for _ in 0..<Self.count { try owner.ask("session.open") }
  }

  /// Lets the list begin.
  private func begin(_ lines: String...) throws {
    for line in lines { try client.send(line) }
    while !world.server.services.listing.isBusy { try world.server.turn(timeout: .zero) }
  }

  /// Lets it end.
  private func end() throws {
    while world.server.services.listing.isBusy { try world.server.turn(timeout: .zero) }
  }

  private func numbers(_ result: JSONValue?) -> [Int64] {
    result?["sessions"]?.array?.compactMap { $0["session"]?.integer } ?? []
  }

  private static var all: [Int64] { Array(1...Int64(count)) }

  @Test func `a list written in pieces: sessions are as when it began, later events follow it`()
    throws
  {
    try client.ask("hello", ["protocol": 1])
    try begin(request(7, "events.subscribe", #"{"scope":"all"}"#), request(8, "server.status"))
    let before = try owner.ask("server.status")["seq"]
    try owner.ask("session.close", ["session": .number("\(Self.count)")])
    try owner.ask("session.open")
    #expect(world.server.services.listing.isBusy)
    try end()
    let lines = try client.lines()
    try #require(lines.map(digest) == ["7 ok", "server.decision", "server.decision", "8 ok"])
    let list = try JSONValue(parsing: lines[0])["result"]
    #expect(numbers(list) == Self.all)
    #expect(list?["seq"] == before)
    #expect(list?["sessions"]?.array?.last?["state"] == "inactive")
    #expect(list?.members?.map(\.name) == ["sessions", "seq", "epoch"])
    #expect(!world.server.services.listing.isBusy)
  }

  @Test func `in a batch it is one of the replies`() throws {
    let ids = ["server.status", "session.list", "server.status"].enumerated().map {
      request($0.offset, $0.element)
    }
    try begin("[" + ids.joined(separator: ",") + "]")
    try end()
    let lines = try client.lines()
    try #require(lines.map(digest) == ["[0 ok, 1 ok, 2 ok]"])
    #expect(try numbers(JSONValue(parsing: lines[0]).array?[1]["result"]) == Self.all)
  }

  @Test func `one is written at a time, and others are served meanwhile`() throws {
    try begin(request(7, "session.list"))
    let other = try world.connect(as: PeerCredentials(pid: 103, uid: 1002, gid: 1002))
    try other.send(request(1, "server.status"), request(2, "session.list"))
    #expect(try other.line().map(digest) == "1 ok")
    #expect(world.server.services.listing.isBusy)
    try end()
    #expect(try client.lines().map(digest) == ["7 ok"])
    try end()
    #expect(try numbers(JSONValue(parsing: other.line() ?? "")["result"]) == Self.all)
  }

  @Test func `a client that leaves takes its list with it`() throws {
    try begin(request(7, "session.list"))
    let connection = try #require(
      world.server.base.connections.all.filter(\.outputMark.isMidMessage).first
    )
    connection.life.cutOff(.heldBytes)
    world.server.base.scheduler.touch(connection)
    #expect(try owner.ask("server.status")["seq"] != nil)
    #expect(!world.server.services.listing.isBusy)
    #expect(connection.outbox.unsentBytes == 0)
  }

  @Test func `a client that leaves takes nobody else's list with it`() throws {
    try begin(request(7, "session.list"))
    let other = try world.connect(as: PeerCredentials(pid: 103, uid: 1002, gid: 1002))
    #expect(try other.ask("server.status")["seq"] != nil)
    let connection = try #require(
      world.server.base.connections.all.filter { $0.peer.user == UserID(1002) }.first
    )
    connection.life.cutOff(.heldBytes)
    world.server.base.scheduler.touch(connection)
    #expect(try owner.ask("server.status")["seq"] != nil)
    #expect(world.server.services.listing.isBusy)
    try end()
    #expect(try client.lines().map(digest) == ["7 ok"])
  }

  @Test func `R1: at the end of the daemon it is finished first`() throws {
    try begin(request(7, "session.list"))
    world.server.stop()
    let lines = try client.linesSoFar()
    // The kernel takes the beginning at once; who doesn't read gets no more.
    #expect(lines.isEmpty)
    #expect(!world.server.services.listing.isBusy)
  }

  @Test func `an observer that was behind gets one, too`() throws {
    let observer = try world.connect(as: PeerCredentials(pid: 103, uid: 1002, gid: 1002))
    try observer.send(request(1, "events.subscribe", #"{"scope":"all"}"#))
    while !world.server.services.listing.isBusy { try world.server.turn(timeout: .zero) }
    try end()
    #expect(try observer.lines().map(digest) == ["1 ok"])
    let subscribers = world.server.base.subscribers
    let connection = try #require(subscribers.readers(of: .decisions).first)
    subscribers.skip(connection, from: 3)
    while connection.subscription.isBehind { try world.server.turn(timeout: .zero) }
    try end()
    let lines = try observer.lines()
    try #require(lines.map(digest) == ["events.lagged"])
    let told = try JSONValue(parsing: lines[0])["params"]
    #expect(numbers(told) == Self.all)
    #expect(told?["from"] == 3)
  }
}
