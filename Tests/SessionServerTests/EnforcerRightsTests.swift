import AudioSessionSystem
import Testing

@testable import SessionServer

/// R14: who may enforce, when rights change.
@Suite(.serialized)
struct EnforcerRightsTests {
  private static let holding = """
    [Policy]
    EnforcementTimeout=2s
    [Grant enforcement]
    Users=1000

    """

  @Test func `R14: an enforcer whose grant is taken hears nothing more, and nobody waits for it`()
    throws
  {
    let world = try ServerWorld(Self.holding)
    let enforcer = try world.connect(as: PeerCredentials(pid: 101, uid: 1000, gid: 1000))
    let music = try world.connect(as: PeerCredentials(pid: 102, uid: 1001, gid: 1001))
    let film = try world.connect(as: PeerCredentials(pid: 103, uid: 1001, gid: 1001))
    let playback = #"{"category":"playback"}"#
    try enforcer.send(request(1, "enforcement.attach"))
    #expect(try enforcer.lines().map(digest) == ["1 ok"])
    try music.send(
      request(2, "session.open", playback),
      request(3, "session.activate", #"{"session":1}"#)
    )
    #expect(try music.lines().map(digest) == ["2 ok", "3 ok"])
    try film.send(
      request(4, "session.open", playback),
      request(5, "session.activate", #"{"session":2}"#)
    )
    // The reply waits for the enforcer, who was told and says nothing.
    #expect(try film.lines().map(digest) == ["4 ok"])
    #expect(try enforcer.lines().map(digest) == ["enforcement.apply"])

    try world.reload("[Policy]\nEnforcementTimeout=2s\n")
    #expect(try film.lines().map(digest) == ["5 ok"])
    try music.send(request(6, "session.activate", #"{"session":1}"#))
    #expect(try music.lines().map(digest) == ["session.interruption", "6 ok"])
    #expect(try enforcer.lines().isEmpty)
    try enforcer.send(request(7, "enforcement.attach"))
    #expect(try enforcer.lines().map(digest) == ["7 -32001"])
  }
}
