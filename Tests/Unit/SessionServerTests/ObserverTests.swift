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
}
