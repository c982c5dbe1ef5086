import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// Peers in a PID namespace that the daemon can't see into: their connection is all there is.
@Suite(.serialized)
struct UnseenPeerTests {
  private static let unseen = PeerCredentials(pid: 0, uid: 1000, gid: 1000)
  private static let seen = PeerCredentials(pid: 4711, uid: 1000, gid: 1000)
  private static let lease: JSONValue = [
    "category": "playback", "lease": ["leaseName": "hook", "ttlSeconds": 60],
  ]

  /// R48: there is no process whose end could be noticed, so the connection's end is taken for it.
  @Test func `R48: a lease of a peer that can't be seen is orphaned when its connection ends`()
    throws
  {
    let world = try ServerWorld()
    let witness = try world.connect(as: Self.seen)
    let enforcer = try world.connect()
    try enforcer.ask("enforcement.attach")
    let owner = try world.connect(as: Self.unseen)
    let session = try owner.ask("session.open", Self.lease)["session"] ?? .null
    try owner.ask("session.activate", ["session": session])
    #expect(world.isOrphaned(1) == false)
    try owner.endWriting()
    #expect(try owner.lines() == [])
    try owner.awaitEnd()
    #expect(world.isOrphaned(1) == true)
    let object = try witness.ask("session.get", ["session": session])
    #expect(object["pid"] == .null && object["state"] == "active")
    // What interrupts it is told to the enforcers, with nothing that they could match.
    let film = try witness.ask("session.open", ["category": "playback"])["session"] ?? .null
    try witness.ask("session.activate", ["session": film])
    let told = try enforcer.lines().map { try JSONValue(parsing: $0) }
    let targets = told.last?["params"]?["targets"]?.array ?? []
    #expect(targets.map { $0["session"] } == [session])
    #expect(targets.map { $0["pid"] } == [.null] && targets.map { $0["held"] } == [true])
  }

  @Test func `R48: one that is taken over from such a peer is its new owner's, and seen`() throws {
    let world = try ServerWorld()
    let owner = try world.connect(as: Self.unseen)
    let session = try owner.ask("session.open", Self.lease)["session"] ?? .null
    let next = try world.connect(as: Self.seen)
    #expect(try next.ask("session.open", Self.lease)["session"] == session)
    try owner.endWriting()
    #expect(try owner.lines() == [])
    try owner.awaitEnd()
    #expect(world.isOrphaned(1) == false)
    #expect(try next.ask("session.get", ["session": session])["pid"] == 4711)
    // And back: what hid the first peer hides the next.
    let again = try world.connect(as: Self.unseen)
    try again.ask("session.open", Self.lease)
    #expect(try next.ask("session.get", ["session": session])["pid"] == .null)
    #expect(world.isOrphaned(1) == false)
    try again.endWriting()
    #expect(try again.lines() == [])
    try again.awaitEnd()
    #expect(world.isOrphaned(1) == true)
  }

  @Test func `two peers that can't be seen are two processes`() throws {
    let world = try ServerWorld()
    let (first, second) = try (
      world.connect(as: Self.unseen), world.connect(as: Self.unseen)
    )
    let session = try first.ask("session.open")["session"] ?? .null
    #expect(try second.refusal("session.activate", ["session": session]) == "notPermitted")
    try first.endWriting()
    #expect(try first.lines() == [])
    try first.awaitEnd()
    #expect(try second.refusal("session.get", ["session": session]) == "noSuchSession")
    #expect(try second.ask("hello", ["protocol": 1])["peer"]?["pid"] == .null)
  }
}

extension ServerWorld {
  /// Whether the lease has no process any more, by the arbiter's own view.
  fileprivate func isOrphaned(_ session: UInt64) -> Bool? {
    server.decisions.sessions.view(of: SessionID(session))?.isOrphaned
  }
}
