import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import func TestSupport.connectedSockets

@testable import AudioSessionServer

/// Peers by the test's own word, where the kernel would know only the one that runs the tests.
extension ServerWorld {
  /// A process that isn't there; a `pid` of 0 is one that the daemon can't see.
  func process(pid: Int32) -> ClientProcess {
    server.base.peers.addUnseen(pid: pid, startTime: 1)
  }

  /// Connects as another peer; without `process` in one of its own.
  func connect(
    as credentials: PeerCredentials,
    in process: ClientProcess? = nil,
    _ information: ProcessInformation? = nil
  ) throws -> WorldClient {
    let ends = try connectedSockets(isBlocking: false)
    let process = process ?? self.process(pid: credentials.pid)
    let peer = PeerIdentity(
      credentials: credentials,
      process: process.id,
      information: information
    )
    let grants = server.base.configuration.grants(of: peer, groups: [])
    _ = server.base.connections.add(Socket(FileDescriptor(ends.other)), peer, process, grants)
    return WorldClient(Socket(FileDescriptor(ends.one)), self)
  }

  /// Puts another configuration into the file that the server reads, and into force.
  func reload(_ configuration: String) throws {
    guard case .file(let path) = server.base.configuration.options.source else { return }
    try configuration.write(toFile: path, atomically: true, encoding: .utf8)
    server.reload()
    while server.base.configuration.isReading { try server.turn() }
  }
}

/// Requests and what comes of them, as values.
extension WorldClient {
  /// Makes a request: its reply, and what was told before that.
  func exchange(
    _ method: String,
    _ params: JSONValue = [:]
  ) throws -> (reply: JSONValue, told: [JSONValue]) {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
    ]
    try send(request.text)
    var told: [JSONValue] = []
    while let line = try line() {
      let message = try JSONValue(parsing: line)
      if message["method"] == nil { return (message, told) }
      told.append(message)
    }
    return (.null, told)
  }

  /// Makes a request: its result, or its error if it is refused.
  @discardableResult
  func ask(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let reply = try exchange(method, params).reply
    return reply["result"] ?? reply["error"] ?? .null
  }

  /// The name of the error that a request is refused with, nil if it is granted.
  func refusal(_ method: String, _ params: JSONValue = [:]) throws -> String? {
    try exchange(method, params).reply["error"]?["data"]?["name"]?.string
  }

  /// All that was told and wasn't read: methods with their sessions.
  func told() throws -> [String] {
    try lines().map { line in
      let message = try JSONValue(parsing: line)
      let session = message["params"]?["session"].map { " \($0.text)" } ?? ""
      return "\(message["method"]?.string ?? "reply")\(session)"
    }
  }
}
