package import AudioSessionJSON
import AudioSessionWire

extension ClientConnection {
  /// Opens a session: its number, as a parameter.
  package func open(_ parameters: JSONValue = ["category": "playback"]) throws -> JSONValue {
    let result = try granted("session.open", parameters)
    guard let number = result["session"] else { throw ProcessFault(result.text) }
    return number
  }

  /// Opens a session and activates it.
  package func play(_ parameters: JSONValue = ["category": "playback"]) throws -> JSONValue {
    let session = try open(parameters)
    try granted("session.activate", ["session": session])
    return session
  }

  /// The name of the error that a request is refused with, nil if it is granted.
  package func refusal(_ method: String, _ parameters: JSONValue) throws -> String? {
    try call(method, parameters)["error"]?["data"]?["name"]?.string
  }

  /// Whether the daemon answers.
  package func isServed() throws -> Bool { try call("system.get")["result"] != nil }

  /// Asks until so many connections and sessions are left; an end can't be seen otherwise.
  package func waitForCounts(connections: Int64, sessions: Int64) throws {
    let deadline = ContinuousClock.now + .milliseconds(Int(Patience.milliseconds))
    while true {
      let counts = try granted("server.status")["counts"]
      let left = [counts?["connections"]?.integer, counts?["sessions"]?.integer]
      if left == [connections, sessions] { return }
      guard .now < deadline else { throw ProcessFault("there remain \(counts?.text ?? "?")") }
    }
  }

  /// All sessions, as they are listed.
  package func sessions() throws -> [JSONValue] {
    try granted("session.list")["sessions"]?.array ?? []
  }
}

extension JSONValue {
  /// The parameters of a notification without what every one has: what it says, as text.
  package var told: String {
    let params = self["params"]?.members?.filter { !["epoch", "seq"].contains($0.name) } ?? []
    return "\(self["method"]?.string ?? "?") \(JSONValue.object(params).text)"
  }
}
