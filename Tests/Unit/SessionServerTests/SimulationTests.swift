import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// `policy.simulate` of others' sessions and by another configuration.
@Suite(.serialized)
struct SimulationTests {
  private static func connect(_ world: ServerWorld, user: UInt32, pid: Int32) throws -> WorldClient
  {
    try world.connect(as: PeerCredentials(pid: pid, uid: user, gid: user))
  }

  /// What an activation would be answered with: `granted`, or the error's name.
  private static func answer(
    _ client: WorldClient,
    _ description: JSONValue,
    _ more: JSONValue = [:]
  ) throws -> String {
    let request: [JSONValue.Member] = [
      .init("description", description), .init("action", "activate"),
    ]
    let answer = try client.ask("policy.simulate", .object(request + (more.members ?? [])))
    guard let reply = answer["reply"] else { return answer["data"]?["name"]?.string ?? "?" }
    return reply["error"]?["data"]?["name"]?.string ?? "granted"
  }

  private static let rights = """
    [Grant alarm]
    Users=
    Users=7
    Groups=29
    Units=clock.service
    UserUnits=timer.scope
    [Grant admin]
    Users=
    Users=1000

    """

  @Test func `whose session it would be is asked of the rules, not of the caller`() throws {
    let admin = try Self.connect(try ServerWorld(Self.rights), user: 1000, pid: 101)
    let alarm: JSONValue = ["priority": "alarm"]
    let rows: [(identity: JSONValue, answer: String)] = [
      ([:], "missingEntitlement"), (["user": 7], "granted"), (["user": 8], "missingEntitlement"),
      (["user": 8, "groups": [5, 29]], "granted"), (["groups": [29]], "granted"),
      // The instance is a user's, whose units are his manager's.
      (["user": 8, "userUnit": "clock.service"], "granted"),
      (["userUnit": "clock.service"], "granted"),
      (["user": 8, "unit": "clock.service"], "missingEntitlement"),
      (["userUnit": "timer.scope"], "granted"),
    ]
    for (identity, answer) in rows {
      #expect(try Self.answer(admin, alarm, identity) == answer, "\(identity.text)")
    }
    let shown = try admin.ask(
      "policy.simulate",
      ["description": [:], "action": "activate", "user": 7, "unit": "a.service"]
    )
    #expect(shown["reply"]?["result"]?["uid"] == 7)
    #expect(shown["reply"]?["result"]?["unit"] == "a.service")
  }

  @Test func `simulating another user, unit or configuration: takes admin, an application doesn't`()
    throws
  {
    let client = try Self.connect(try ServerWorld(Self.rights), user: 1001, pid: 101)
    let taking: [JSONValue] = [
      ["user": 1001], ["groups": []], ["unit": "a.service"], ["userUnit": "a.scope"],
      ["configuration": ""],
    ]
    for more in taking { #expect(try Self.answer(client, [:], more) == "notPermitted") }
    // Whether the session exists is not looked up for a caller who may not ask.
    let missing: JSONValue = ["session": 99, "action": "activate", "configuration": ""]
    #expect(try client.refusal("policy.simulate", missing) == "notPermitted")
    #expect(try Self.answer(client, [:], ["application": "a"]) == "granted")
  }

  @Test func `a simulation with all grants: permitted to a caller without the grant admin`() throws
  {
    let client = try Self.connect(try ServerWorld(Self.rights), user: 1001, pid: 101)
    let alarm: JSONValue = ["category": "playback", "priority": "alarm"]
    #expect(try Self.answer(client, alarm, ["allGrants": false]) == "missingEntitlement")
    #expect(try Self.answer(client, alarm, ["allGrants": true]) == "granted")
    let illegal: JSONValue = ["mode": "voiceChat", "priority": "alarm"]
    #expect(try Self.answer(client, illegal, ["allGrants": true]) == "badParam")
  }

  @Test func `R52, R63: the imagined session has an application and a zone`() throws {
    let world = try ServerWorld("[Zones]\nDefault=user\n[Grant admin]\nUsers=1000\n")
    let client = try Self.connect(world, user: 1000, pid: 101)
    try client.ask("hello", ["protocol": 1, "application": "radio"])
    let session = try client.ask("session.open", ["category": "playback", "zone": "attic"])
    try client.ask("session.activate", ["session": session["session"] ?? .null])
    /// Whether the session that plays would be told anything.
    func interrupts(_ zone: JSONValue?, _ more: [JSONValue.Member]) throws -> Bool {
      var description: [JSONValue.Member] = [.init("category", "playback")]
      if let zone { description.append(.init("zone", zone)) }
      let request: [JSONValue.Member] = [
        .init("description", .object(description)), .init("action", "activate"),
      ]
      let answer = try client.ask("policy.simulate", .object(request + more))
      return answer["notifications"]?.array?.isEmpty == false
    }
    let radio = JSONValue.Member("application", "radio")
    #expect(try interrupts("attic", []))
    #expect(try !interrupts("attic", [radio]))
    #expect(try interrupts("attic", [.init("application", "another")]))
    #expect(try interrupts("attic", [radio, .init("user", 1001)]))
    #expect(try !interrupts(nil, []))
    #expect(try !interrupts("cellar", []))
    #expect(try interrupts(.null, []))
    #expect(try interrupts(nil, [.init("configuration", "[Zones]\nDefault=shared\n")]))
    #expect(try interrupts(nil, [.init("user", 0)]))
  }

  @Test func `another configuration decides by itself alone, and nothing changes`() throws {
    let world = try ServerWorld("[Interactions]\nexclusive.exclusive=mix\n")
    let client = try world.connect()
    let session = try client.ask("session.open", ["category": "playback"])["session"] ?? .null
    try client.ask("session.activate", ["session": session])
    let before = try client.ask("server.status")["seq"]
    func simulate(_ configuration: String, _ description: JSONValue) throws -> JSONValue {
      try client.ask(
        "policy.simulate",
        [
          "description": description, "action": "activate",
          "configuration": .string(configuration),
        ]
      )
    }
    let playback: JSONValue = ["category": "playback"]
    #expect(try simulate("", playback)["cells"] == ["exclusive.exclusive"])
    let role = "[Role siren]\nLike=alarm\n[Interactions]\nsiren.*=duck 0.5\n"
    let siren = try simulate(role, ["role": "siren"])
    #expect(siren["reply"]?["result"]?["kind"] == "siren")
    #expect(
      siren["cells"] == ["siren.exclusive"] && siren["rules"]?.array?.contains("R61") == false
    )
    #expect(siren["notifications"]?.array?.first?["params"]?["gain"] == 0.5)
    // The grants are those of the other configuration, too.
    let refused = try simulate(role + "[Grant siren]\nUsers=\n", ["role": "siren"])
    #expect(refused["reply"]?["error"]?["data"]?["name"] == "missingEntitlement")
    #expect(try client.ask("server.status")["seq"] == before)
    #expect(try client.refusal("session.open", ["role": "siren"]) == "badParam")
    #expect(try client.told() == [])
  }

  @Test
  func `a session that is there is tried under another configuration with its owner's rights`()
    throws
  {
    let world = try ServerWorld("[Grant alarm]\nUsers=1001\n[Grant admin]\nUsers=1000\n")
    let admin = try Self.connect(world, user: 1000, pid: 101)
    let owner = try Self.connect(world, user: 1001, pid: 102)
    let session = try owner.ask("session.open", ["priority": "alarm"])["session"] ?? .null
    func answer(_ configuration: String?) throws -> JSONValue? {
      var request: [JSONValue.Member] = [
        .init("session", session), .init("action", "activate"),
      ]
      if let configuration { request.append(.init("configuration", .string(configuration))) }
      return try admin.ask("policy.simulate", .object(request))["reply"]?["error"]?["data"]?["name"]
    }
    #expect(try answer(nil) == nil)
    #expect(try answer("") == "missingEntitlement")
    #expect(try answer("[Grant alarm]\nUsers=1001\n") == nil)
  }

  @Test func `a configuration that is wrong is told by its line, and one too long at all`() throws {
    let client = try ServerWorld().connect()
    let rows: [(text: String, expected: String, found: String)] = [
      (
        "[Policy]\nDuckGain=2\n", "at most 1", "configuration:2: DuckGain=2"
      ),
      (
        "[Grant alarm]\nUsers=root\n", "a user that exists, not root",
        "configuration:2: Users=root"
      ),
      (
        String(repeating: "#", count: 49_153), "at most 49152 bytes", "49153 bytes"
      ),
    ]
    for (text, expected, found) in rows {
      let error = try client.ask(
        "policy.simulate",
        ["description": [:], "action": "activate", "configuration": .string(text)]
      )
      #expect(error["code"] == -32602 && error["data"]?["parameter"] == "configuration")
      #expect(error["data"]?["expected"] == .string(expected))
      #expect(error["data"]?["found"] == .string(found))
    }
    let longest = String(repeating: "#", count: 49_152)
    #expect(try Self.answer(client, [:], ["configuration": .string(longest)]) == "granted")
  }
}
