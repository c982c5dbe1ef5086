import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire

@testable import AudioSessionServer

/// A server of which everything that anybody is sent is held against the interface's document.
final class InterfaceWorld {
  let world: ServerWorld
  fileprivate(set) var check: SchemaCheck
  /// The methods that were asked for.
  fileprivate(set) var methods: Set<String> = []
  /// What errors said beside their name, by their name.
  fileprivate(set) var errors: [String: Set<[String]>] = [:]
  private var clients: [InterfaceClient] = []

  init(_ configuration: String) throws {
    world = try ServerWorld(configuration)
    check = SchemaCheck(try world.connect().ask("rpc.discover"))
  }

  /// Connects as a peer of this user and process.
  func connect(
    user: UInt32,
    pid: Int32,
    _ information: ProcessInformation? = nil
  ) throws -> InterfaceClient {
    let credentials = PeerCredentials(pid: pid, uid: user, gid: user)
    let client = InterfaceClient(try world.connect(as: credentials, information), self)
    clients.append(client)
    return client
  }

  /// Reads what everybody was told.
  func settle() throws { for client in clients { try client.settle() } }
}

/// A client of an ``InterfaceWorld``.
final class InterfaceClient {
  let client: WorldClient
  private unowned let world: InterfaceWorld

  fileprivate init(_ client: WorldClient, _ world: InterfaceWorld) {
    self.client = client
    self.world = world
  }

  /// Makes a request: its result, or its error.
  @discardableResult
  func ask(_ method: Method, _ params: JSONValue = [:]) throws -> JSONValue {
    world.methods.insert(method.rawValue)
    let (reply, told) = try client.exchange(method.rawValue, params)
    for message in told { note(notification: message) }
    if let result = reply["result"] {
      world.check.check(result: result, of: method.rawValue)
      if method == .policySimulate { note(simulation: result) }
      return result
    }
    return note(error: reply["error"] ?? .null)
  }

  /// Opens a session, and activates it if that is possible: its number.
  @discardableResult
  func play(_ params: JSONValue) throws -> JSONValue {
    let session = try ask(.sessionOpen, params)["session"] ?? .null
    try ask(.sessionActivate, ["session": session])
    return session
  }

  /// Sends what is no request: the error that it is answered with.
  @discardableResult
  func provoke(_ line: String) throws -> JSONValue {
    try client.send(line)
    while let line = try client.line() {
      let message = try JSONValue(parsing: line)
      if message["method"] == nil { return note(error: message["error"] ?? .null) }
      note(notification: message)
    }
    return .null
  }

  /// Reads what was told.
  func settle() throws {
    while let line = try client.line() { note(notification: try JSONValue(parsing: line)) }
  }

  /// Reads what is there, without letting the server do anything.
  func readWhatIsThere() throws {
    for line in try client.linesSoFar() { note(notification: try JSONValue(parsing: line)) }
  }

  private func note(notification message: JSONValue) {
    let method = message["method"]?.string ?? "?"
    world.check.check(params: message["params"] ?? .null, of: method)
  }

  private func note(simulation result: JSONValue) {
    for notification in result["notifications"]?.array ?? [] {
      let method = notification["method"]?.string ?? "?"
      // The imagined session, which really sent ones can't name.
      let params = (notification["params"] ?? .null).replacingSession("0", by: "1")
      world.check.check(params: params, of: method, at: "simulated \(method)")
    }
    if let error = result["reply"]?["error"] { note(error: error) }
  }

  @discardableResult
  private func note(error: JSONValue) -> JSONValue {
    world.check.check(error: error)
    let data = error["data"]?.members ?? []
    let name = error["data"]?["name"]?.string ?? "?"
    world.errors[name, default: []].insert(data.map(\.name).filter { $0 != "name" })
    return error
  }
}

extension JSONValue {
  /// The value with another number of a session, wherever one is named.
  fileprivate func replacingSession(_ number: String, by other: String) -> JSONValue {
    guard let members else { return self }
    return .object(
      members.map { member in
        switch (member.name, member.value) {
        case ("session", .number(number)): Member(member.name, .number(other))
        case ("duckedBy", .array(let sessions)):
          Member(
            member.name,
            .array(sessions.map { $0 == .number(number) ? .number(other) : $0 })
          )
        default: Member(member.name, member.value.replacingSession(number, by: other))
        }
      }
    )
  }
}
