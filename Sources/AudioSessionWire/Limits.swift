/// What the daemon takes from its clients at most; configuration sets it, `hello` announces it.
package struct Limits: Equatable, Sendable {
  /// Bytes of one line that a client sends, without its end.
  package var lineBytes = 65_536
  /// Requests in one batch.
  package var batchRequests = 64
  /// Arrays and objects in each other, the outermost counted as 1.
  package var jsonDepth = 32
  /// Bytes of a string that people choose.
  package var nameBytes = 128
  package var sessionsPerConnection = 16
  package var sessionsPerUser = 1024
  package var connectionsPerUser = 256
  package var connections = 4096
  /// Unsent bytes from which on no further request of a connection is carried out.
  package var coalesceBytes = 65_536
  /// Unsent bytes of notifications at which a connection is cut off.
  package var unsentBytes = 262_144
  /// Unread and unsent bytes of all connections of one user.
  package var bufferedBytesPerUser = 8_388_608

  package init() {}
}

/// One limit's name, range and place.
package struct Limit: Sendable {
  /// The key in the section `[Limits]`.
  package let key: String
  package let range: ClosedRange<Int>
  package let place: any WritableKeyPath<Limits, Int> & Sendable

  /// The name on the wire: the key with its first letter small, or its first word if in capitals.
  package let name: String

  private init(
    key: String,
    range: ClosedRange<Int>,
    place: any WritableKeyPath<Limits, Int> & Sendable
  ) {
    self.key = key
    self.range = range
    self.place = place
    let capitals = key.prefix(while: \.isUppercase)
    let count = capitals.count == 1 ? 1 : capitals.count - 1
    name = key.prefix(count).lowercased() + key.dropFirst(count)
  }

  /// All limits, in the order of the section.
  package static let all = [
    Limit(key: "LineBytes", range: 4096...1_048_576, place: \.lineBytes),
    Limit(key: "BatchRequests", range: 1...1024, place: \.batchRequests),
    Limit(key: "JSONDepth", range: 8...128, place: \.jsonDepth),
    Limit(key: "NameBytes", range: 16...1024, place: \.nameBytes),
    Limit(key: "SessionsPerConnection", range: 1...1_000_000, place: \.sessionsPerConnection),
    Limit(key: "SessionsPerUser", range: 1...1_000_000, place: \.sessionsPerUser),
    Limit(key: "ConnectionsPerUser", range: 1...1_000_000, place: \.connectionsPerUser),
    Limit(key: "Connections", range: 1...1_000_000, place: \.connections),
    Limit(key: "CoalesceBytes", range: 4096...67_108_864, place: \.coalesceBytes),
    Limit(key: "UnsentBytes", range: 4096...67_108_864, place: \.unsentBytes),
    Limit(key: "BufferedBytesPerUser", range: 4096...67_108_864, place: \.bufferedBytesPerUser),
  ]
}

extension Limits: JSONEncodable {
  static let members: [MemberDescription] = Limit.all.map { limit in
    let range = Int64(limit.range.lowerBound)...Int64(limit.range.upperBound)
    return .required(limit.name, .integer(range), "The key \(limit.key) of the configuration.")
  }

  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    for limit in Limit.all {
      writer.key(of: limit.name)
      writer.integer(self[keyPath: limit.place])
    }
    writer.endObject()
  }
}
