import AudioSessionJSON
import AudioSessionSystem
import Testing

@testable import AudioSessionServer

/// The service's status line: how many sessions there are, and which of them holds the sound.
@Suite(.serialized)
struct OccupationTests {
  private let world: ServerWorld
  private let prompt: WorldClient
  private let music: WorldClient

  init() throws {
    world = try ServerWorld()
    prompt = try world.connect(as: PeerCredentials(pid: 101, uid: 1000, gid: 1000))
    music = try world.connect(as: PeerCredentials(pid: 102, uid: 1000, gid: 1000))
  }

  private var text: String { world.server.decisions.sessions.occupation(by: 2) }

  @Test func `of those that are heard in full, it is the one that began last`() throws {
    try music.ask("session.open", ["category": "ambient"])
    #expect(text == "1 session on 2 connections, none active")
    try music.ask("session.activate", ["session": 1])
    #expect(text.hasSuffix("1 active; session 1 (mixable) holds the sound"))
    try prompt.ask("session.open", ["category": "ambient"])
    try prompt.ask("session.activate", ["session": 2])
    #expect(text.hasSuffix("2 active; session 2 (mixable) holds the sound"))
  }

  @Test func `who is lowered doesn't hold it, however late it began`() throws {
    try prompt.ask("session.open", ["category": "playback", "options": ["duckOthers"]])
    try prompt.ask("session.activate", ["session": 1])
    try music.ask("session.open", ["category": "ambient"])
    try music.ask("session.activate", ["session": 2])
    #expect(try music.ask("session.get", ["session": 2])["gain"] == 0.2)
    #expect(text.hasSuffix("2 active; session 1 (ducking) holds the sound"))
  }
}
