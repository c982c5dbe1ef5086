import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// What observers of different users see of one decision.
@Suite(.serialized)
struct ObserverTests {
  @Test func `each observer sees the names of its own user's sessions, and no others`() throws {
    let world = try ServerWorld("[Grant observe]\nUsers=1003\n")
    func client(of user: UInt32, _ pid: Int32) throws -> WorldClient {
      try world.connect(as: PeerCredentials(pid: pid, uid: user, gid: user))
    }
    let music = try client(of: 1000, 101)
    let film = try client(of: 1001, 102)
    let song = try music.ask("session.open", ["name": "song", "category": "playback"])
    let movie = try film.ask("session.open", ["name": "movie", "category": "playback"])
    try music.ask("session.activate", ["session": song["session"] ?? .null])
    let users: [UInt32] = [1002, 1000, 1001, 1003, 1000, 1002]
    let observers = try users.enumerated().map { try client(of: $1, 200 + Int32($0)) }
    for observer in observers { try observer.ask("events.subscribe", ["scope": "all"]) }
    try film.ask("session.activate", ["session": movie["session"] ?? .null])
    let seen = try observers.map { observer in
      let decision = try JSONValue(parsing: try #require(observer.lines().last))
      let changes = decision["params"]?["changes"]?.array ?? []
      return [song, movie].map { session in
        changes.first { $0["session"] == session["session"] }?["name"]?.string ?? "-"
      }
    }
    #expect(
      seen == [
        ["-", "-"], ["song", "-"], ["-", "movie"], ["song", "movie"], ["song", "-"], ["-", "-"],
      ]
    )
  }

  @Test func `an observer that lagged is shown the decisions after the list, however long it is`()
    throws
  {
    let count = 60
    let world = try ServerWorld("[Limits]\nCoalesceBytes=4096\nSessionsPerConnection=\(count)\n")
    let owner = try world.connect(as: PeerCredentials(pid: 101, uid: 1000, gid: 1000))
    let observer = try world.connect(as: PeerCredentials(pid: 102, uid: 1000, gid: 1000))
    for _ in 0..<count { try owner.ask("session.open") }
    try observer.ask("events.subscribe", ["scope": "all"])
    func decide(_ times: Int) throws {
      for time in 0..<times {
        let category: JSONValue = time.isMultiple(of: 2) ? "playback" : "ambient"
        try owner.ask("session.configure", ["session": 1, "category": category])
      }
    }
    try decide(40)
    // It reads all until it is sent the list, of which no more than the kernel takes.
    let outboxes = { world.server.base.connections.all.map { $0.outbox } }
    while !outboxes().contains(where: { $0.countedBytes == 0 && $0.unsentBytes > 4096 }) {
      _ = try observer.linesSoFar()
      try world.server.turn(timeout: .zero)
    }
    try decide(3)
    #expect(
      try observer.lines().map(digest) == ["events.lagged"]
        + Array(repeating: "server.decision", count: 3)
    )
  }

  @Test func `who waits and is displaced by a refused session is shown as it is (R34)`() throws {
    let world = try ServerWorld("[Policy]\nRefusedDisplaces=yes\n[Grant alarm]\nUsers=1001\n")
    func client(of user: UInt32, _ pid: Int32) throws -> WorldClient {
      try world.connect(as: PeerCredentials(pid: pid, uid: user, gid: user))
    }
    let (music, clock) = try (client(of: 1000, 101), client(of: 1001, 102))
    let radio = try client(of: 1000, 103)
    func play(_ client: WorldClient, _ priority: JSONValue) throws -> JSONValue {
      let opened = try client.ask("session.open", ["category": "playback", "priority": priority])
      let session = opened["session"] ?? .null
      try client.ask("session.activate", ["session": session])
      return session
    }
    try radio.ask("hello", ["protocol": 1, "events": ["lifecycle"]])
    let displaced = try play(music, "normal")
    _ = try play(clock, "alarm")
    let observer = try client(of: 0, 200)
    try observer.ask("events.subscribe", ["scope": "all"])
    _ = try play(radio, "normal")
    let decision = try JSONValue(parsing: try #require(observer.lines().last))
    #expect(decision["params"]?["cause"]?["error"]?.string != nil)
    let changes = decision["params"]?["changes"]?.array ?? []
    #expect(changes.map { $0["session"] } == [displaced])
    #expect(changes.map { $0["state"]?.string } == ["inactive"])
  }
}
