import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// R14: who may enforce, when rights change.
@Suite(.serialized)
struct EnforcerRightsTests {
  private static let holding = """
    [Policy]
    EnforcementTimeout=2s
    [Grant enforcement]
    Users=1000

    """

  private static let playback = #"{"category":"playback"}"#

  /// Opens a session and activates it, in this order the replies 1 and 2.
  private static func play(_ client: WorldClient, _ session: Int) throws {
    try client.send(
      request(1, "session.open", Self.playback),
      request(2, "session.activate", #"{"session":\#(session)}"#)
    )
  }

  /// Whom an enforcer was told to hold or to lower, by each notification.
  private static func told(_ enforcer: WorldClient) throws -> [[JSONValue?]] {
    try enforcer.lines().map { line in
      let message = try JSONValue(parsing: line)
      return (message["params"]?["targets"]?.array ?? []).map { $0["session"] }
    }
  }

  @Test func `R14: an enforcer whose grant is taken goes on with its own user's sessions`() throws {
    let world = try ServerWorld(Self.holding)
    let enforcer = try world.connect(as: PeerCredentials(pid: 101, uid: 1000, gid: 1000))
    let music = try world.connect(as: PeerCredentials(pid: 102, uid: 1001, gid: 1001))
    let film = try world.connect(as: PeerCredentials(pid: 103, uid: 1001, gid: 1001))
    let mine = try world.connect(as: PeerCredentials(pid: 104, uid: 1000, gid: 1000))
    try enforcer.ask("enforcement.attach")
    try Self.play(music, 1)
    #expect(try music.lines().map(digest) == ["1 ok", "2 ok"])
    try Self.play(film, 2)
    // The reply waits for the enforcer, who was told and says nothing.
    #expect(try film.lines().map(digest) == ["1 ok"])
    #expect(try Self.told(enforcer) == [[1]])

    try world.reload("[Policy]\nEnforcementTimeout=2s\n[Grant enforcement]\nUsers=\n")
    #expect(try film.lines().map(digest) == ["2 ok"])
    // It may let go of what isn't its user's any more.
    #expect(try Self.told(enforcer) == [[]])
    try music.send(request(3, "session.activate", #"{"session":1}"#))
    #expect(try music.lines().map(digest) == ["session.interruption", "3 ok"])
    #expect(try Self.told(enforcer) == [])
    // A session of its own user is another matter.
    try Self.play(mine, 3)
    #expect(try mine.lines().map(digest) == ["1 ok", "2 ok"])
    #expect(try Self.told(enforcer) == [])
    try music.send(request(4, "session.activate", #"{"session":1}"#))
    // Without the grant it no longer delays another user.
    #expect(try music.lines().map(digest) == ["session.interruption", "4 ok"])
    #expect(try Self.told(enforcer) == [[3]])
  }

  @Test func `R14: an enforcer without the grant delays nobody of another user`() throws {
    let world = try ServerWorld("[Policy]\nEnforcementTimeout=2s\n")
    let silent = try world.connect(as: PeerCredentials(pid: 101, uid: 1001, gid: 1001))
    let music = try world.connect(as: PeerCredentials(pid: 102, uid: 1001, gid: 1001))
    let film = try world.connect(as: PeerCredentials(pid: 103, uid: 1000, gid: 1000))
    try silent.ask("enforcement.attach")
    try Self.play(music, 1)
    #expect(try music.lines().map(digest) == ["1 ok", "2 ok"])
    try Self.play(film, 2)
    #expect(try film.lines().map(digest) == ["1 ok", "2 ok"])
    #expect(try Self.told(silent) == [[1]])
  }

  @Test func `a user has four enforcers without the grant, with it as many as it likes`() throws {
    let world = try ServerWorld("[Grant enforcement]\nUsers=1000\n")
    var clients: [WorldClient] = []
    for number in 0..<6 {
      let pid = Int32(101 + number)
      let enforcer = try world.connect(as: PeerCredentials(pid: pid, uid: 1001, gid: 1001))
      let reply = try enforcer.exchange("enforcement.attach").reply
      let limit: JSONValue = ["name": "limitExceeded", "limit": "enforcersPerUser", "value": 4]
      #expect((reply["error"]?["data"] ?? .null) == (number < 4 ? .null : limit))
      let granted = try world.connect(as: PeerCredentials(pid: pid, uid: 1000, gid: 1000))
      #expect(try granted.refusal("enforcement.attach") == nil)
      // Who is one may attach again.
      #expect(try granted.refusal("enforcement.attach") == nil)
      clients += [enforcer, granted]
    }
    #expect(try world.connect().ask("server.status")["enforcers"] == 10)
  }

  @Test func `R14: without the grant an enforcer sees its own user's sessions only`() throws {
    let world = try ServerWorld("[Policy]\nEnforcementTimeout=2s\n")
    let enforcer = try world.connect(as: PeerCredentials(pid: 101, uid: 1000, gid: 1000))
    let mine = try world.connect(as: PeerCredentials(pid: 104, uid: 1000, gid: 1000))
    let others = try [102, 103].map { pid in
      try world.connect(as: PeerCredentials(pid: pid, uid: 1001, gid: 1001))
    }
    try enforcer.ask("enforcement.attach")
    try Self.play(others[0], 1)
    #expect(try others[0].lines().map(digest) == ["1 ok", "2 ok"])
    try Self.play(others[1], 2)
    #expect(try others[1].lines().map(digest) == ["1 ok", "2 ok"])
    #expect(try Self.told(enforcer) == [])
    try Self.play(mine, 3)
    #expect(try mine.lines().map(digest) == ["1 ok", "2 ok"])
    #expect(try Self.told(enforcer) == [])
    try others[0].send(request(3, "session.activate", #"{"session":1}"#))
    #expect(try others[0].lines().map(digest) == ["session.interruption", "3 ok"])
    // Session 2 is held, too, and isn't its user's.
    #expect(try Self.told(enforcer) == [[3]])
    let targets = try enforcer.ask("enforcement.attach")["targets"]?.array ?? []
    #expect(targets.map { $0["session"] } == [3])
    #expect(targets.map { $0["held"] } == [true])
  }
}
