import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// R60: what is reported about the system, by whom and of whose sessions.
@Suite(.serialized)
struct SystemReportTests {
  private static func connect(_ world: ServerWorld, user: UInt32, pid: Int32) throws -> WorldClient
  {
    try world.connect(as: PeerCredentials(pid: pid, uid: user, gid: user))
  }

  private static func route(_ outputs: String...) -> JSONValue {
    ["inputs": [], "outputs": .array(outputs.map(port))]
  }

  private static func port(_ type: String) -> JSONValue {
    ["portType": .string(type), "name": "x", "portID": "0"]
  }

  /// The route changes that a client was told: reason, then the outputs before and after.
  private static func changes(_ client: WorldClient) throws -> [String] {
    try client.lines().map { line in
      let params = try JSONValue(parsing: line)["params"]
      let routes = ["previousRoute", "currentRoute"].map { name in
        (params?[name]?["outputs"]?.array ?? []).map { $0["portType"]?.string ?? "" }
          .joined(separator: "+")
      }
      return "\(params?["reason"]?.string ?? "") \(routes[0])>\(routes[1])"
    }
  }

  private static let own = "[Grant system]\nUsers=\nUsers=0\n"

  @Test func `R60: a route without the grant is one's own user's, for as long as the connection`()
    throws
  {
    let world = try ServerWorld(Self.own)
    let machine = try Self.connect(world, user: 0, pid: 101)
    let (mine, yours) = try (
      Self.connect(world, user: 1000, pid: 102), Self.connect(world, user: 1001, pid: 103)
    )
    for client in [mine, yours] { try client.ask("session.open") }
    try machine.ask("system.setRoute", Self.route("Speaker"))
    #expect(try Self.changes(mine) == ["newDeviceAvailable >Speaker"])
    #expect(try Self.changes(yours) == ["newDeviceAvailable >Speaker"])

    let agent = try Self.connect(world, user: 1000, pid: 104)
    try agent.ask("system.setRoute", Self.route("Headphones"))
    #expect(try Self.changes(mine) == ["newDeviceAvailable Speaker>Headphones"])
    #expect(try Self.changes(yours) == [])
    #expect(try mine.ask("system.get")["route"] == Self.route("Headphones"))
    for client in [yours, machine] {
      #expect(try client.ask("system.get")["route"] == Self.route("Speaker"))
    }
    // The machine's route is another matter from now on.
    try machine.ask("system.setRoute", Self.route("HDMIOutput"))
    #expect(try Self.changes(mine) == [])
    #expect(try Self.changes(yours) == ["newDeviceAvailable Speaker>HDMIOutput"])
    // The next report of the same user's replaces it, and ends with its own connection.
    let next = try Self.connect(world, user: 1000, pid: 105)
    try next.ask("system.setRoute", Self.route("LineOut"))
    #expect(try Self.changes(mine) == ["oldDeviceUnavailable Headphones>LineOut"])
    try agent.endWriting()
    #expect(try agent.lines() == [])
    #expect(try Self.changes(mine) == [])
    try next.endWriting()
    #expect(try next.lines() == [])
    #expect(try Self.changes(mine) == ["unknown LineOut>HDMIOutput"])
    #expect(try Self.changes(yours) == [])
    // The machine's stays when the connection goes that reported it.
    try machine.endWriting()
    #expect(try machine.lines() == [])
    #expect(try Self.changes(mine) == [])
    #expect(try mine.ask("system.get")["route"] == Self.route("HDMIOutput"))
  }

  @Test func `R44: what is known is no news, and takes no number; with a reason it is told`() throws
  {
    let world = try ServerWorld()
    let client = try world.connect()
    try client.ask("session.open")
    let empty = try client.ask("server.status")["seq"]
    try client.ask("system.setRoute", Self.route())
    #expect(try client.ask("server.status")["seq"] == empty)
    try client.ask("system.setRoute", Self.route("Speaker"))
    #expect(try Self.changes(client) == ["newDeviceAvailable >Speaker"])
    let seq = try client.ask("server.status")["seq"]
    try client.ask("system.setRoute", Self.route("Speaker"))
    #expect(try client.ask("server.status")["seq"] == seq)
    var again = Self.route("Speaker").members ?? []
    again.append(.init("reason", "override"))
    try client.ask("system.setRoute", .object(again))
    #expect(try Self.changes(client) == ["override Speaker>Speaker"])
  }

  /// A user whose route is the machine's has it as his own from then on.
  @Test func `R60: a report of the machine's route as one's own stands when the machine's changes`()
    throws
  {
    let world = try ServerWorld(Self.own)
    let machine = try Self.connect(world, user: 0, pid: 101)
    let mine = try Self.connect(world, user: 1000, pid: 102)
    try mine.ask("session.open")
    try machine.ask("system.setRoute", Self.route("Speaker"))
    #expect(try Self.changes(mine) == ["newDeviceAvailable >Speaker"])
    let agent = try Self.connect(world, user: 1000, pid: 103)
    try agent.ask("system.setRoute", Self.route("Speaker"))
    try machine.ask("system.setRoute", Self.route("Headphones"))
    #expect(try Self.changes(mine) == [])
    try agent.endWriting()
    #expect(try agent.lines() == [])
    #expect(try Self.changes(mine) == ["unknown Speaker>Headphones"])
  }

  @Test func `R60: without the grant every report is of one's own user, and shown to him`() throws {
    let world = try ServerWorld(Self.own)
    let machine = try Self.connect(world, user: 0, pid: 101)
    let mine = try Self.connect(world, user: 1000, pid: 102)
    let reports: [(method: String, parameter: String, shown: String)] = [
      ("system.setMicrophoneMuted", "muted", "microphoneMuted"),
      ("system.setSleeping", "sleeping", "sleeping"),
      ("system.setSilenced", "silenced", "silenced"),
    ]
    for (method, parameter, shown) in reports {
      func say(_ client: WorldClient, _ isSo: Bool) throws {
        try client.ask(method, .object([.init(parameter, isSo ? true : false)]))
      }
      func seen() throws -> [JSONValue?] {
        try [machine, mine].map { try $0.ask("system.get")[shown] }
      }
      #expect(try seen() == [false, false])
      try say(mine, true)
      #expect(try seen() == [false, true], "\(method)")
      try say(machine, true)
      #expect(try seen() == [true, true], "\(method)")
      try say(mine, false)
      #expect(try seen() == [true, true], "\(method)")
      try say(machine, false)
      #expect(try seen() == [false, false], "\(method)")
    }
  }

  @Test func `R60: when rights change a report stands, and may be taken back`() throws {
    let world = try ServerWorld("[Grant system]\nUsers=1000\n")
    let agent = try Self.connect(world, user: 1000, pid: 101)
    let other = try Self.connect(world, user: 1001, pid: 102)
    try agent.ask("system.setSilenced", ["silenced": true])
    try world.reload(Self.own)
    #expect(try other.ask("system.get")["silenced"] == true)
    try agent.ask("system.setSilenced", ["silenced": false])
    #expect(try other.ask("system.get")["silenced"] == false)
    // And said anew it is of one's own user only.
    try agent.ask("system.setSilenced", ["silenced": true])
    #expect(try other.ask("system.get")["silenced"] == false)
    #expect(try agent.ask("system.get")["silenced"] == true)
  }
}
