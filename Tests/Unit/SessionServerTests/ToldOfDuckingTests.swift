import AudioSessionJSON
import AudioSessionSystem
import Testing

@testable import AudioSessionServer

/// R16: what owners and enforcers are told of a session that is ducked.
@Suite(.serialized)
struct ToldOfDuckingTests {
  /// An enforcer, an audiobook that plays, and a prompt that has begun to duck it.
  private struct Stage {
    private let world: ServerWorld
    let enforcer: WorldClient
    let story: WorldClient
    let prompt: WorldClient

    init(_ configuration: String, watching: Bool = false) throws {
      world = try ServerWorld(configuration)
      enforcer = try world.connect(as: PeerCredentials(pid: 101, uid: 0, gid: 0))
      story = try world.connect(as: PeerCredentials(pid: 102, uid: 1000, gid: 1000))
      prompt = try world.connect(as: PeerCredentials(pid: 103, uid: 1000, gid: 1000))
      try enforcer.ask("enforcement.attach")
      if watching { try story.ask("hello", ["protocol": 1, "events": ["lifecycle"]]) }
      try story.ask("session.open", ["category": "playback", "mode": "spokenAudio"])
      try story.ask("session.activate", ["session": 1])
      try prompt.ask("session.open", ["category": "playback", "options": ["duckOthers"]])
      try prompt.send(request(9, "session.activate", #"{"session":2}"#))
    }

    /// The messages that the audiobook has received since.
    var told: [String] {
      get throws { try story.lines().map(digest).filter { $0.contains("ducking") } }
    }

    /// The gains of the targets that the enforcer was told of last; nil if it was told nothing.
    var enforced: [JSONValue?]? {
      get throws {
        try enforcer.lines().last.map { line in
          let targets = try JSONValue(parsing: line)["params"]?["targets"]?.array ?? []
          return targets.map { $0["gain"] }
        }
      }
    }
  }

  private static let asking = "[Interactions]\nducking.spoken=askToDuck\n"
  private static let untold = "[Policy]\nTellDucked=no\n"

  @Test func `both are told of a session that is ducked`() throws {
    let stage = try Stage("")
    #expect(try stage.told == ["session.ducking"])
    #expect(try stage.enforced == [0.2])
  }

  @Test(arguments: [asking, untold + asking])
  func `the owner alone is told of a session that is asked to duck itself`(
    _ configuration: String
  ) throws {
    let stage = try Stage(configuration)
    #expect(try stage.told == ["session.ducking"])
    #expect(try stage.enforced == nil)
    #expect(try stage.story.ask("session.get", ["session": 1])["gain"] == 0.2)
  }

  @Test func `by the policy, enforcers alone are told, unless the owner watches`() throws {
    let stage = try Stage(Self.untold)
    #expect(try stage.told == [])
    #expect(try stage.enforced == [0.2])
    #expect(try stage.story.ask("session.get", ["session": 1])["gain"] == 0.2)
    #expect(try Stage(Self.untold, watching: true).told == ["session.ducking"])
  }
}
