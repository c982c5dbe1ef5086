package import AudioSessionJSON
import AudioSessionWire

/// A client of a world in which rights are tried.
package protocol RightsClient: AnyObject {
  /// Makes a request: the whole reply.
  func exchange(_ method: String, _ parameters: JSONValue) throws -> JSONValue
  /// What it was told and nobody has looked at, as text.
  func takeWhatWasTold() throws -> String
  /// Ends the connection.
  func leave() throws
}

/// A daemon, with processes that connect to it.
package protocol RightsWorld {
  /// The pid of the owner's process, which is one of its user's by the kernel's word.
  var ownersProcess: Int32 { get }
  /// Connects as the process that owns the session.
  func connectAsOwner() throws -> any RightsClient
  /// Connects as another process of the owner's user.
  func connectAsNeighbour() throws -> any RightsClient
  /// Connects as the peer whose rights are tried, every time from the same process.
  func connectAsPeer() throws -> any RightsClient
}

/// The owner, whose sessions requests are about, and the peer that makes them.
package struct RightsScene {
  private let world: any RightsWorld
  private let peer: RightsPeer
  /// A connection of the owner's that has no session.
  private let witness: any RightsClient
  /// Connections that are there all the time.
  private let others: [any RightsClient]
  /// How many connections and sessions there are between two requests.
  private let usual: [JSONValue?]

  /// All that the owner and its neighbour are called begins so, but for the lease that requests
  /// name; nobody else's names do.
  package static let secret = "secret"
  static let leaseName = "hook"
  private static let secretLease: JSONValue = "secret-lease"

  package init(_ peer: RightsPeer, in world: any RightsWorld) throws {
    self.peer = peer
    self.world = world
    witness = try world.connectAsOwner()
    others = try (0..<(peer.kind == .full ? Limits.enforcersPerUser.value : 0)).map { _ in
      let enforcer = try world.connectAsPeer()
      _ = try enforcer.result("enforcement.attach")
      return enforcer
    }
    usual = try RightsScene.counts(witness)
  }

  /// Makes a request and looks what comes of it.
  ///
  /// - Parameter call: The request.
  /// - Returns: What the peer was granted.
  /// - Throws: What shows that it was neither carried out nor refused in the right form.
  package func right(to call: RightsCall) throws -> Right {
    let owner = try world.connectAsOwner()
    let neighbour = try world.connectAsNeighbour()
    let caller = try world.connectAsPeer()
    let elsewhere = try world.connectAsPeer()
    var numbers = RightsCall.Numbers()
    try play(call.scene, owner, neighbour, &numbers)
    numbers.own = try caller.result("session.open")["session"] ?? .null
    numbers.otherOwn = try elsewhere.result("session.open")["session"] ?? .null
    if peer.kind == .full {
      for _ in 1..<RightsPeer.sessions { _ = try caller.result("session.open") }
    }
    let before = try state(owner, numbers)
    let reply = try caller.exchange(call.method.rawValue, call.parameters(numbers))
    let after = try state(owner, numbers)
    // What observers are told is about this.
    _ = try owner.exchange("session.report", ["session": numbers.session, "foreground": false])
    let told = try caller.takeWhatWasTold()
    try checkSecrecy(of: reply.text + told)
    // Who closes it may be anybody who opened it again.
    _ = try owner.exchange("session.close", ["session": numbers.lease])
    _ = try caller.exchange("session.close", ["leaseName": "own"])
    _ = try caller.exchange("session.close", ["leaseName": .string(RightsScene.leaseName)])
    _ = try neighbour.exchange("session.close", ["leaseName": RightsScene.secretLease])
    for client in [owner, neighbour, caller, elsewhere] { try client.leave() }
    try Condition.wait("the end of the clients") { try RightsScene.counts(witness) == usual }

    // A simulation has the reply within its result.
    if let error = reply["error"] ?? reply["result"]?["reply"]?["error"] {
      guard before == after else { throw ProcessFault("refused, and changed: \(after)") }
      return .refused(error["data"]?["name"]?.string ?? error.text)
    }
    guard let result = reply["result"] else { throw ProcessFault(reply.text) }
    switch call.proof {
    case .result: return .yes
    case .change: return before == after ? .own : .yes
    case .reach: return concernsOwner(result, numbers) ? .yes : .own
    case .names: return (result.text + told).contains(RightsScene.secret) ? .yes : .nameless
    }
  }

  /// Has the owner open its sessions.
  private func play(
    _ scene: RightsCall.Scene,
    _ owner: any RightsClient,
    _ neighbour: any RightsClient,
    _ numbers: inout RightsCall.Numbers
  ) throws {
    let hello: JSONValue = ["protocol": 1, "application": "secret-application"]
    _ = try owner.result("hello", hello)
    let opening: JSONValue = ["category": "playback", "name": "secret-name", "zone": "secret-zone"]
    numbers.session = try owner.result("session.open", opening)["session"] ?? .null
    let lease: JSONValue = ["leaseName": .string(RightsScene.leaseName), "ttlSeconds": 600]
    numbers.lease = try owner.result("session.open", ["lease": lease])["session"] ?? .null
    numbers.process = .number("\(world.ownersProcess)")
    // Enforcers are told of it.
    _ = try owner.result(
      "session.report",
      ["session": numbers.session, "outputMuted": true, "preferredInput": "secret-port"]
    )
    let secretLease: JSONValue = ["lease": ["leaseName": RightsScene.secretLease]]
    _ = try neighbour.result("session.open", secretLease)
    if scene == .routed {
      let port: JSONValue = ["portType": "Speaker", "name": "secret-port", "portID": "secret-port"]
      _ = try owner.result("system.setRoute", ["inputs": [], "outputs": [port]])
    }
    if scene == .interrupting {
      let playback: JSONValue = ["category": "playback", "zone": "secret-zone"]
      numbers.interrupted = try neighbour.result("session.open", playback)["session"] ?? .null
      _ = try neighbour.result("session.activate", ["session": numbers.interrupted])
    }
    guard scene != .inactive else { return }
    for session in [numbers.session, numbers.lease] {
      _ = try owner.result("session.activate", ["session": session])
    }
  }

  /// What the owner sees of its sessions and of the system.
  private func state(
    _ owner: any RightsClient,
    _ numbers: RightsCall.Numbers
  ) throws -> [JSONValue] {
    let sessions = try [numbers.session, numbers.lease].map { session in
      let members = try owner.exchange("session.get", ["session": session])["result"]?.members
      return JSONValue.object(
        (members ?? []).filter { !RightsScene.passing.contains($0.name) }.map { member in
          guard member.name == "lease" else { return member }
          return .init(member.name, member.value["ttlSeconds"] ?? .null)
        }
      )
    }
    return sessions + [try owner.result("system.get")]
  }

  /// What changes without anybody's doing, or with what others do.
  private static let passing: Set = [
    "seq", "isOtherAudioPlaying", "secondaryAudioShouldBeSilencedHint", "promptStyle", "nowPlaying",
  ]

  private func concernsOwner(_ result: JSONValue, _ numbers: RightsCall.Numbers) -> Bool {
    let targets = result["targets"]?.array ?? []
    return result["session"] == numbers.lease
      || targets.contains { $0["session"] == numbers.session }
      || result.text.contains(RightsScene.secret)
  }

  /// Throws if a peer that may not see the owner's names was told one, whatever it asked.
  private func checkSecrecy(of text: String) throws {
    let user = peer.user(besides: RightsPeer.owner)
    guard user != RightsPeer.owner, peer.grants.isDisjoint(with: ["observe", "admin"]) else {
      return
    }
    let process = try Regex("\"pid\":\(world.ownersProcess)\\b")
    let isEnforcer = peer.grants.contains("enforcement")
    if text.contains(RightsScene.secret) || !isEnforcer && text.contains(process) {
      throw ProcessFault("was told a name of another user: \(text)")
    }
  }

  private static func counts(_ witness: any RightsClient) throws -> [JSONValue?] {
    let counts = try witness.result("server.status")["counts"]
    return [counts?["connections"], counts?["sessions"]]
  }
}

extension RightsClient {
  /// Makes a request that everybody may make: its result.
  fileprivate func result(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    let reply = try exchange(method, parameters)
    guard let result = reply["result"] else {
      throw ProcessFault("\(method) \(parameters.text): \(reply.text)")
    }
    return result
  }
}
