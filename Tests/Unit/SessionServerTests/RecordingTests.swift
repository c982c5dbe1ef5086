import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionSystem
import AudioSessionWire
import TestSupport
import Testing

@testable import AudioSessionServer

/// What a client records of a server, and whether the core repeats it.
@Suite(.serialized)
struct RecordingTests {
  /// The lines that a recorder was sent.
  private func lines(_ recorder: WorldClient) throws -> [JSONValue] {
    try recorder.lines().map { try JSONValue(parsing: $0) }
      .filter { $0["method"] == "events.recorded" }.compactMap { $0["params"]?["line"] }
  }

  /// Replays the lines: how many decisions there were, unless one differs.
  private func replay(_ lines: [JSONValue]) throws -> Replay {
    var replay = Replay()
    for line in lines {
      let difference = try replay.take(try JSONValue(parsing: line.text))
      #expect(difference == nil, "\(line.text)")
    }
    return replay
  }

  @Test func `a recording that begins in the middle is repeated, names and all`() throws {
    let world = try ServerWorld()
    let music = try world.connect()
    try music.ask("hello", ["protocol": 1, "application": "player"])
    let song = try music.ask("session.open", ["name": "song", "category": "playback"])
    try music.ask("session.activate", ["session": song["session"] ?? .null])
    let recorder = try world.connect()
    let start = try recorder.ask("events.record")["line"] ?? .null
    #expect(start["names"]?.array?.count == 1)
    #expect(start["names"]?.array?.first?["name"] == "song")
    #expect(start["names"]?.array?.first?["application"] == "player")
    #expect(start["daemon"]?.string == version)
    let phone = try world.connect()
    let call = try phone.ask(
      "session.open",
      ["name": "call", "category": "playAndRecord", "priority": "phoneCall", "zone": "hall"]
    )
    try phone.ask("session.activate", ["session": call["session"] ?? .null])
    try phone.ask("session.activate", ["session": call["session"] ?? .null])
    try phone.ask("session.close", ["session": call["session"] ?? .null])
    let lines = try lines(recorder)
    #expect(lines.first?["names"]?["zone"] == "hall")
    // The fourth changes nothing, takes no number, and is recorded all the same.
    #expect(lines.map { $0["decision"]?["seq"] != nil } == [true, true, false, true])
    let replay = try replay([start] + lines)
    #expect(replay.decisions == 3)
    #expect(replay.events == 4)
    #expect(replay.gaps == 0)
  }

  @Test func `recording takes the grant observe, and ends with a subscription`() throws {
    let world = try ServerWorld("[Grant observe]\nUsers=\nUsers=1003\n")
    let guest = try world.connect(as: PeerCredentials(pid: 1, uid: 1002, gid: 1002))
    #expect(try guest.refusal("events.record") == "notPermitted")
    let recorder = try world.connect(as: PeerCredentials(pid: 2, uid: 1003, gid: 1003))
    try recorder.ask("events.record")
    try guest.ask("session.open")
    #expect(try lines(recorder).count == 1)
    try recorder.ask("events.subscribe", ["scope": "all"])
    try guest.ask("session.open")
    #expect(try recorder.lines().map(digest) == ["server.decision"])
    try recorder.ask("events.record")
    try guest.ask("session.open")
    #expect(try recorder.lines().map(digest) == ["events.recorded"])
  }

  @Test func `a recorder that is too slow gets the state again, and says what is missing`() throws {
    let world = try ServerWorld("[Limits]\nUnsentBytes=65536\n")
    let recorder = try world.connect()
    let start = try recorder.ask("events.record")
    let music = try world.connect()
    let song = try music.ask("session.open", ["category": "playback"])["session"] ?? .null
    // Not read: what the socket and the daemon hold is soon too much.
    for _ in 0..<2000 {
      try music.ask("session.activate", ["session": song])
      try music.ask("session.deactivate", ["session": song])
    }
    let lines = try lines(recorder)
    try music.ask("session.activate", ["session": song])
    let states = lines.filter { $0["state"] != nil }
    #expect(states.count == 1)
    let before = lines.prefix { $0["state"] == nil }.compactMap { $0["decision"]?["seq"]?.integer }
    #expect(before.count > 1)
    #expect(states.first?["lostFrom"]?.integer == before.last)
    let rest = try self.lines(recorder)
    #expect(rest.count == 1)
    let replay = try replay([start["line"] ?? .null] + lines + rest)
    #expect(replay.gaps == 1)
    #expect(world.server.decisions.sessions.seq > UInt64(replay.decisions))
  }
}
