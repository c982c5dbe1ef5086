import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// Applications and zones, as the server names and numbers them (R52, R63).
@Suite(.serialized)
struct ScopeTests {
  private static let playback: JSONValue = ["category": "playback"]

  private static func connect(
    _ world: ServerWorld,
    user: UInt32 = 1000,
    pid: Int32,
    application: JSONValue? = nil
  ) throws -> WorldClient {
    let client = try world.connect(as: PeerCredentials(pid: pid, uid: user, gid: user))
    if let application {
      try client.ask("hello", ["protocol": 1, "application": application])
    }
    return client
  }

  /// Opens a session and activates it; its number.
  private static func play(
    _ client: WorldClient,
    _ more: [JSONValue.Member] = []
  ) throws -> JSONValue {
    let opening = JSONValue.object([.init("category", "playback")] + more)
    let session = try client.ask("session.open", opening)["session"] ?? .null
    #expect(try client.refusal("session.activate", ["session": session]) == nil)
    return session
  }

  @Test func `R52: an application is named for what is opened afterwards, and counts in its uid`()
    throws
  {
    let world = try ServerWorld()
    let player = try Self.connect(world, pid: 101)
    let before = try Self.play(player)
    try player.ask("hello", ["protocol": 1, "application": "radio"])
    let after = try player.ask("session.open", Self.playback)
    #expect(after["application"] == "radio")
    let object = try player.ask("session.get", ["session": before])
    #expect(object["application"] == .null && object["state"] == "active")
    // What was opened before is another application's by now.
    try player.ask("session.activate", ["session": after["session"] ?? .null])
    #expect(try player.told() == ["session.interruption \(before.text)"])

    let helper = try Self.connect(world, pid: 102, application: "radio")
    _ = try Self.play(helper)
    #expect(try player.told() == [])
    let other = try Self.connect(world, user: 1001, pid: 103, application: "radio")
    _ = try Self.play(other)
    #expect(try player.told() == ["session.interruption \(after["session"]?.text ?? "")"])

    try player.ask("hello", ["protocol": 1])
    #expect(try player.ask("session.open")["application"] == .null)
  }

  @Test
  func `R52: a lease is an application of its own, and keeps the one that it was opened with`()
    throws
  {
    let world = try ServerWorld()
    let hook = try Self.connect(world, pid: 101)
    let own = try Self.play(hook)
    let lease: JSONValue = ["leaseName": "a"]
    let held = try Self.play(hook, [.init("lease", lease)])
    #expect(try hook.told() == ["session.interruption \(own.text)"])
    // Taken over by a connection that has named one, it isn't that application's.
    let suite = try Self.connect(world, pid: 102, application: "suite")
    let again = try suite.ask("session.open", ["lease": lease])
    #expect(again["session"] == held && again["application"] == .null)
    _ = try Self.play(suite)
    #expect(try suite.told() == ["session.interruption \(held.text)"])
    // The other way round, it stays one.
    let named = try Self.play(suite, [.init("lease", ["leaseName": "b"])])
    let opened = try hook.ask("session.open", ["lease": ["leaseName": "b"]])
    #expect(opened["session"] == named && opened["application"] == "suite")
  }

  @Test func `R63: a lease has the zone that it was opened with, and may not be given another`()
    throws
  {
    let world = try ServerWorld()
    let client = try Self.connect(world, pid: 101)
    let lease: JSONValue = ["leaseName": "a"]
    let opening: JSONValue = ["lease": lease, "zone": "kitchen"]
    #expect(try client.ask("session.open", opening)["zone"] == "kitchen")
    #expect(try client.ask("session.open", opening)["zone"] == "kitchen")
    #expect(try client.ask("session.open", ["lease": lease])["zone"] == "kitchen")
    for zone in ["attic", .null] as [JSONValue] {
      let error = try client.ask(
        "session.open",
        ["lease": lease, "zone": zone, "category": "playback"]
      )
      #expect(error["code"] == -50)
      #expect(error["data"]?["parameter"] == "zone" && error["data"]?["found"] == zone)
      #expect(error["data"]?["expected"] == "the lease's own zone, \"kitchen\"")
    }
    #expect(try client.ask("session.get", ["session": 1])["category"] == "soloAmbient")
    let other: JSONValue = ["lease": ["leaseName": "b"]]
    try client.ask("session.open", other)
    let error = try client.ask("session.open", ["lease": ["leaseName": "b"], "zone": "attic"])
    #expect(error["data"]?["expected"] == "the lease's own zone, null")
  }

  @Test func `R63: by the policy the zone that isn't given is the user's, from a reload on`() throws
  {
    let world = try ServerWorld("[Zones]\nDefault=user\n")
    let clients = try [1000, 0].map { try Self.connect(world, user: $0, pid: 101) }
    let rows: [(parameters: JSONValue, zones: [JSONValue])] = [
      ([:], ["1000", .null]), (["zone": .null], [.null, .null]),
      (["zone": "attic"], ["attic", "attic"]),
    ]
    for (parameters, zones) in rows {
      #expect(try clients.map { try $0.ask("session.open", parameters)["zone"] } == zones)
    }
    try world.reload("")
    #expect(try clients[0].ask("session.open")["zone"] == .null)
    #expect(try clients[0].ask("session.get", ["session": 1])["zone"] == "1000")
  }

  @Test func `R46: a system sound is of its connection's application, and has a zone likewise`()
    throws
  {
    let world = try ServerWorld("[Grant alarm]\nUsers=1001\n[Zones]\nDefault=user\n")
    let player = try Self.connect(world, pid: 101, application: "radio")
    let helper = try Self.connect(world, pid: 102, application: "radio")
    let clock = try Self.connect(world, user: 1001, pid: 103)
    func plays(_ client: WorldClient, _ parameters: JSONValue = [:]) throws -> JSONValue? {
      try client.ask("alert.request", parameters)["play"]
    }
    _ = try Self.play(player)
    _ = try Self.play(clock, [.init("zone", "attic"), .init("priority", "alarm")])
    #expect(try plays(player) == true)
    #expect(try plays(clock, ["zone": "attic"]) == false)
    #expect(try plays(player, ["zone": "attic"]) == false)
    #expect(try plays(player, ["zone": .null]) == false)
    #expect(try plays(player, ["zone": "where nobody is"]) == true)
    // Who is interrupted is silent in all its processes.
    _ = try Self.play(clock, [.init("zone", "1000")])
    #expect(try plays(player) == false && plays(helper) == false)
    try helper.ask("hello", ["protocol": 1, "application": "another"])
    #expect(try plays(helper) == true)
  }

  @Test func `a name that nobody uses any more is forgotten`() throws {
    let world = try ServerWorld("[Limits]\nSessionsPerConnection=2\n")
    let client = try Self.connect(world, pid: 101, application: "radio")
    let witness = try Self.connect(world, pid: 102)
    func inUse() -> [Bool] {
      let radio = ApplicationName(user: .init(1000), name: "radio")
      let scope = world.server.decisions.sessions.scope(of: radio, "attic", orElse: .init(0))
      return [scope.application.number != 1, scope.zone?.number != 0]
    }
    #expect(inUse() == [true, false])
    let sessions = try (0..<2).map { _ in
      try client.ask("session.open", ["zone": "attic"])["session"] ?? .null
    }
    #expect(inUse() == [true, true])
    // One that is refused uses nothing.
    #expect(try client.refusal("session.open", ["zone": "attic"]) == "resourceNotAvailable")
    try client.ask("hello", ["protocol": 1])
    try client.ask("session.close", ["session": sessions[0]])
    #expect(inUse() == [true, true])
    try client.endWriting()
    #expect(try client.lines() == [])
    try witness.ask("server.status")
    #expect(inUse() == [false, false])
    // Nor does a connection that opened nothing, once it has gone.
    let idle = try Self.connect(world, pid: 103, application: "radio")
    #expect(inUse() == [true, false])
    try idle.endWriting()
    #expect(try idle.lines() == [])
    #expect(inUse() == [false, false])
  }
}
