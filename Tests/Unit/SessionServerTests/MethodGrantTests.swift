import AudioSessionJSON
import AudioSessionSchema
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// What a method's description says of the grant that it takes, held against what is permitted.
@Suite(.serialized)
struct MethodGrantTests {
  private static let peer = PeerCredentials(pid: 4711, uid: 1000, gid: 1000)

  /// Which grant each method takes; a description that forgets it permits everybody.
  private static let grants: [Method: Grant] = [
    .sessionEvict: .admin, .eventsRecord: .observe, .policySetDuckGain: .system,
  ]

  /// A configuration that gives these grants to the peer, and others to nobody.
  private static func configuration(_ held: [Grant]) -> String {
    Grant.allCases.map { grant in
      "[Grant \(grant.rawValue)]\nUsers=\n" + (held.contains(grant) ? "Users=1000\n" : "")
    }.joined()
  }

  @Test func `each method takes the grant that it should`() {
    for method in Method.allCases {
      #expect(method.specification.grant == Self.grants[method], "\(method.rawValue)")
    }
  }

  @Test(arguments: Grant.allCases)
  func `a method takes its own grant, and no other one will do`(grant: Grant) throws {
    let all = Grant.allCases
    for held in [[grant], all.filter { $0 != grant }] {
      let world = try ServerWorld(Self.configuration(held))
      for method in Method.allCases {
        // For each, since some close what others need.
        let client = try world.connect(as: Self.peer)
        let isHeld = method.specification.grant.map(held.contains) ?? true
        for params in try Self.parameters(of: method) {
          let reply = try client.exchange(method.rawValue, params).reply
          let message = reply["error"]?["message"]?.string ?? ""
          let lacks = message.contains("this requires the grant")
          #expect(lacks == !isHeld, "\(method.rawValue) \(params.text): \(reply.text)")
          if !isHeld { #expect(reply["error"]?["data"] == ["name": "notPermitted"]) }
        }
      }
    }
  }

  @Test(arguments: Grant.allCases)
  func `rights come and go with a reload, on a connection that is open`(grant: Grant) throws {
    let world = try ServerWorld(Self.configuration([]))
    let client = try world.connect(as: Self.peer)
    for isHeld in [false, true, false, true] {
      try world.reload(Self.configuration(isHeld ? [grant] : []))
      let hello = try client.ask("hello", ["protocol": 1])
      #expect(hello["grants"] == (isHeld ? [.string(grant.rawValue)] : []))
      for method in Method.allCases where method.specification.grant == grant {
        let params = try Self.parameters(of: method)[0]
        let error = try client.refusal(method.rawValue, params)
        #expect((error == "notPermitted") == !isHeld, "\(method.rawValue)")
      }
      // The grants of priorities are asked for where they are used.
      let error = try client.refusal("session.open", ["priority": .string(grant.rawValue)])
      let isPriority = ["phoneCall", "ringtone", "alarm", "assistant"].contains(grant.rawValue)
      let expected = isPriority ? (isHeld ? nil : "missingEntitlement") : "invalidParams"
      #expect(error == expected)
    }
  }

  @Test func `a session that took a priority keeps to it only while the grant is held`() throws {
    let world = try ServerWorld(Self.configuration([.phoneCall]))
    let client = try world.connect(as: Self.peer)
    let call = try client.ask("session.open", ["priority": "phoneCall"])["session"] ?? .null
    try world.reload(Self.configuration([]))
    #expect(try client.refusal("session.activate", ["session": call]) == "missingEntitlement")
    try world.reload(Self.configuration([.phoneCall]))
    #expect(try client.refusal("session.activate", ["session": call]) == nil)
  }

  /// A program that gives up its user's rights between two connections has each as it was.
  @Test func `grants are a connection's own, not its process's`() throws {
    let world = try ServerWorld(Self.configuration(Grant.allCases))
    let process = world.process(pid: Self.peer.pid)
    let before = try world.connect(as: Self.peer, in: process)
    let other = PeerCredentials(pid: Self.peer.pid, uid: 1001, gid: 1001)
    let after = try world.connect(as: other, in: process)
    let names = Grant.allCases.map { JSONValue.string($0.rawValue) }
    for round in 0..<2 {
      #expect(try before.ask("hello", ["protocol": 1])["grants"] == .array(names))
      #expect(try after.ask("hello", ["protocol": 1])["grants"] == [])
      #expect(try before.refusal("session.evict", ["session": 99]) == "noSuchSession")
      #expect(try after.refusal("session.evict", ["session": 99]) == "notPermitted")
      if round == 0 { try world.reload(Self.configuration(Grant.allCases)) }
    }
  }

  @Test func `methods sent as notifications: take the same grants as requests`() throws {
    let world = try ServerWorld(Self.configuration([]))
    let owner = try world.connect(as: PeerCredentials(pid: 1, uid: 1, gid: 1))
    let client = try world.connect(as: Self.peer)
    let session = try owner.ask("session.open")["session"] ?? .null
    try owner.ask("session.activate", ["session": session])
    /// What a witness sees of the daemon's state.
    func state() throws -> [JSONValue?] {
      let status = try owner.ask("server.status")
      return [status["seq"], status["counts"]]
    }
    let before = try state()
    let notifications = try Self.grants.keys.flatMap { method in
      try Self.parameters(of: method).map { params in
        Self.notification(method, Self.naming(session, params))
      }
    }
    try client.send(notifications.joined(separator: "\n"))
    #expect(try client.lines() == [])
    #expect(try owner.lines() == [])
    #expect(try state() == before)
    // The same lines do something once they are permitted.
    try world.reload(Self.configuration(Grant.allCases))
    try client.send(notifications.joined(separator: "\n"))
    // One of them starts a recording.
    #expect(try client.lines().filter { digest($0) != "events.recorded" } == [])
    #expect(try state()[1] != before[1])
  }

  private static func notification(_ method: Method, _ params: JSONValue) -> String {
    let message: JSONValue = [
      "jsonrpc": "2.0", "method": .string(method.rawValue), "params": params,
    ]
    return message.text
  }

  /// The parameters about this session, if they are about one.
  private static func naming(_ session: JSONValue, _ params: JSONValue) -> JSONValue {
    guard let members = params.members else { return params }
    return .object(members.map { $0.name == "session" ? .init("session", session) : $0 })
  }

  /// Parameters that have the right form: the description's example, and what it requires.
  private static func parameters(of method: Method) throws -> [JSONValue] {
    let members = method.specification.parameters.filter(\.isRequired)
    let required = members.map { JSONValue.Member($0.name, sample($0.shape)) }
    return [try JSONValue(parsing: method.specification.example), .object(required)]
  }

  /// A value that fits.
  private static func sample(_ shape: Shape) -> JSONValue {
    switch shape {
    case .boolean: true
    case .integer(let range): .number("\(range.lowerBound)")
    case .number(let range): JSONValue(floatLiteral: range.lowerBound)
    case .text, .name: "x"
    case .time: "1970-01-01T00:00:00.000000Z"
    case .choice(let words), .word(let words): .string(words[0])
    case .list: []
    case .object(let members):
      .object(members.filter(\.isRequired).map { .init($0.name, sample($0.shape)) })
    case .map: [:]
    case .component(let component): sample(.object(component.members))
    case .nullable, .anything: .null
    }
  }
}
