import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// R66: roles of the configuration, over the wire and over reloads.
@Suite(.serialized)
struct RoleTests {
  private static let siren = "[Role siren]\nLike=alarm\n[Grant siren]\nUsers=1000\n"

  private static func connect(_ world: ServerWorld, user: UInt32 = 1000) throws -> WorldClient {
    try world.connect(as: PeerCredentials(pid: Int32(user), uid: user, gid: user))
  }

  @Test func `a role above normal is a grant, told in hello and in the policy`() throws {
    let world = try ServerWorld(Self.siren + "[Role chime]\nLike=mixable\n")
    let (holder, other) = try (Self.connect(world), Self.connect(world, user: 1001))
    let hellos = try [holder, other].map { try $0.ask("hello", ["protocol": 1])["grants"] }
    #expect(hellos == [["siren"], []])
    let roles = try [holder, other].map { try $0.ask("policy.get")["roles"] }
    let chime: JSONValue = ["like": "mixable", "granted": true]
    #expect(
      roles == [
        ["siren": ["like": "alarm", "granted": true], "chime": chime],
        ["siren": ["like": "alarm", "granted": false], "chime": chime],
      ]
    )
    let policy = try other.ask("policy.get")
    #expect(policy["kinds"]?.array?.suffix(2) == ["siren", "chime"])
    #expect(policy["grants"]?["siren"]?["users"]?.array?.contains(1000) == true)
    #expect(policy["grants"]?["chime"] == nil)
    let error = try other.ask("session.open", ["role": "siren"])
    #expect(error["data"]?["name"] == "missingEntitlement")
    #expect(error["message"]?.string?.contains("[Grant siren] in audiosessiond.conf") == true)
    #expect(try other.ask("session.open", ["role": "chime"])["kind"] == "chime")
  }

  @Test func `an unknown role is told with those there are, and after an unknown category`() throws
  {
    let client = try Self.connect(try ServerWorld(Self.siren))
    let error = try client.ask("session.open", ["role": "sirene", "mode": "voicePrompt"])
    #expect(error["code"] == -50 && error["data"]?["parameter"] == "role")
    #expect(error["data"]?["expected"] == "accessibility or siren")
    #expect(error["data"]?["found"] == "sirene")
    let both = try client.ask("session.open", ["role": "sirene", "category": "nope"])
    #expect(both["data"]?["parameter"] == "category")
    // What is very long isn't repeated.
    let long = try client.ask("session.open", ["role": .string(String(repeating: "x", count: 200))])
    #expect(long["data"]?["found"] == "a value of 202 bytes")
    // A kind is no role.
    #expect(try client.refusal("session.open", ["role": "alarm"]) == "badParam")
  }

  @Test func `a role that is gone keeps its kind until it is activated, and then asks in vain`()
    throws
  {
    let world = try ServerWorld(Self.siren)
    let client = try Self.connect(world)
    let session = try client.ask("session.open", ["role": "siren"])["session"] ?? .null
    try client.ask("session.activate", ["session": session])
    try world.reload("")
    let kept = try client.ask("session.get", ["session": session])
    #expect(kept["role"] == "siren" && kept["kind"] == "alarm" && kept["priority"] == "alarm")
    #expect(try client.ask("hello", ["protocol": 1])["grants"] == [])
    #expect(
      try client.refusal("session.configure", ["session": session, "role": "siren"]) == "badParam"
    )
    try client.ask("session.deactivate", ["session": session])
    let error = try client.ask("session.activate", ["session": session])
    #expect(error["data"]?["name"] == "missingEntitlement")
    #expect(
      error["message"]
        == "The role siren is no longer configured; set another role, or none."
    )
    try world.reload(Self.siren)
    #expect(try client.refusal("session.activate", ["session": session]) == nil)
  }

  /// The roles' places in the policy move with a reload, and the grants with them.
  @Test func `R66: the grant of a role is that role's whatever stands before it`() throws {
    let bell = "[Role bell]\nLike=ringtone\n[Grant bell]\nUsers=1001\n"
    let world = try ServerWorld(Self.siren + bell)
    let clients = try [Self.connect(world), Self.connect(world, user: 1001)]
    for configuration in [Self.siren + bell, bell + Self.siren, Self.siren + bell] {
      try world.reload(configuration)
      let refusals = try clients.map { client in
        try ["siren", "bell"].map { role in
          try client.refusal("session.open", ["role": .string(role)])
        }
      }
      #expect(refusals == [[nil, "missingEntitlement"], ["missingEntitlement", nil]])
    }
  }

  @Test func `the log goes on naming a role that is gone`() throws {
    let world = try ServerWorld(Self.siren)
    let client = try Self.connect(world)
    let music = try Self.connect(world, user: 1001)
    let playback: JSONValue = ["category": "playback"]
    try music.ask(
      "session.activate",
      ["session": music.ask("session.open", playback)["session"] ?? .null]
    )
    let siren = try client.ask("session.open", ["role": "siren"])["session"] ?? .null
    try client.ask("session.activate", ["session": siren])
    try client.ask("session.close", ["session": siren])
    try world.reload("[Role other]\nLike=mixable\n")
    let log = try client.ask("server.log", ["limit": 4])["decisions"]?.array ?? []
    let activation = log.first { $0["cause"]?["method"] == "session.activate" }
    #expect(activation?["cells"] == ["siren.exclusive"])
    let roles = activation?["changes"]?.array?.map { $0["role"] }
    #expect(roles?.contains("siren") == true)
  }
}
