package import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionWire

/// What the daemon has sent: its words to be passed on, and what this version knows of them.
package struct Sent<Value: Described & Sendable>: Sendable {
  package let json: JSONValue
  package let value: Value

  /// Reads a value; nil if it is none of this type.
  package init?(_ json: JSONValue) {
    guard let value = json.received(as: Value.self) else { return nil }
    self.json = json
    self.value = value
  }
}

extension Sent: Equatable where Value: Equatable {}

extension Sent where Value == SessionListResult {
  package var each: [Sent<SessionObject>] { json.sent(in: "sessions") }
}

extension JSONValue {
  /// The elements of a list that is a member; those that are none of this type are left out.
  package func sent<Value>(in member: String) -> [Sent<Value>] {
    (self[member]?.array ?? []).compactMap { Sent($0) }
  }
}
