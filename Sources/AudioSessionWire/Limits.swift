import AudioSessionJSON
package import AudioSessionSchema

/// The limits on what a client may send and hold; configuration sets them, `hello` announces them.
package struct Limits: Equatable, Sendable {
  /// Bytes of one line that a client sends, without its end.
  package var lineBytes = 65_536
  /// Requests in one batch.
  package var batchRequests = 64
  /// Levels of nested arrays and objects, the outermost counted as 1.
  package var jsonDepth = 32
  /// Bytes of a name that a client gives, in UTF-8.
  package var nameBytes = 128
  package var sessionsPerConnection = 16
  package var sessionsPerUser = 1024
  package var connectionsPerUser = 256
  package var connections = 4096
  /// Unsent bytes of a connection above which none of its further requests is carried out.
  package var coalesceBytes = 65_536
  /// Unsent bytes of notifications above which a connection is closed.
  package var unsentBytes = 262_144
  /// Unread and unsent bytes of all connections of one user.
  package var bufferedBytesPerUser = 8_388_608

  package init() {}

  /// The most enforcers of one user without the grant, which can't be configured.
  package static let enforcersPerUser = (name: "enforcersPerUser", value: 4)
}

/// One limit: its names, its range and unit, the property that it sets, and its meaning.
///
/// ``all`` is the only list of them: the section `[Limits]` and the object that `hello` announces
/// are made from it.
package struct Limit: Sendable {
  /// The key in the section `[Limits]`.
  package let key: String
  package let range: ClosedRange<Int>
  package let place: Property<Limits, Int>
  /// One sentence, for the shipped file and `rpc.discover`.
  package let meaning: String

  /// The name on the wire: the key with its first letter small, or its first word if in capitals.
  package let name: String

  private init(
    _ key: String,
    _ range: ClosedRange<Int>,
    _ place: Property<Limits, Int>,
    _ meaning: String
  ) {
    self.key = key
    self.range = range
    self.place = place
    self.meaning = meaning
    let capitals = key.prefix(while: { $0.isUppercase })
    let count = capitals.count == 1 ? 1 : capitals.count - 1
    name = key.prefix(count).lowercased() + String(key.dropFirst(count))
  }

  /// A number of bytes, and not of things.
  package var isBytes: Bool { key.hasSuffix("Bytes") || key.hasSuffix("BytesPerUser") }

  /// All limits, in the order of the section.
  package static let all = [
    Limit(
      "LineBytes",
      4096...1_048_576,
      Property { $1(&$0.lineBytes) },
      "Bytes of one line that a client sends."
    ),
    Limit("BatchRequests", 1...1024, Property { $1(&$0.batchRequests) }, "Requests in one batch."),
    Limit(
      "JSONDepth",
      8...128,
      Property { $1(&$0.jsonDepth) },
      "Levels of nested arrays and objects; the outermost counts 1."
    ),
    Limit(
      "NameBytes",
      16...1024,
      Property { $1(&$0.nameBytes) },
      "Bytes of a name that a client gives."
    ),
    Limit(
      "SessionsPerConnection",
      1...1_000_000,
      Property { $1(&$0.sessionsPerConnection) },
      "Sessions of one connection, those on behalf of other processes by process; no more than "
        + "SessionsPerUser."
    ),
    Limit(
      "SessionsPerUser",
      1...1_000_000,
      Property { $1(&$0.sessionsPerUser) },
      "Sessions of one user."
    ),
    Limit(
      "ConnectionsPerUser",
      1...1_000_000,
      Property { $1(&$0.connectionsPerUser) },
      "Connections of one user; no more than Connections."
    ),
    Limit(
      "Connections",
      1...1_000_000,
      Property { $1(&$0.connections) },
      "Connections of all users."
    ),
    Limit(
      "CoalesceBytes",
      4096...67_108_864,
      Property { $1(&$0.coalesceBytes) },
      "Unsent bytes of a connection above which none of its further requests is read."
    ),
    Limit(
      "UnsentBytes",
      4096...67_108_864,
      Property { $1(&$0.unsentBytes) },
      "Unsent bytes of notifications above which a connection is closed."
    ),
    Limit(
      "BufferedBytesPerUser",
      4096...67_108_864,
      Property { $1(&$0.bufferedBytesPerUser) },
      "Unread and unsent bytes of all connections of one user."
    ),
  ]
}

extension Limits: DescribedObject, JSONEncodable {
  package static var component: String? { "Limits" }
  package static var unsent: Limits? { Limits() }

  package static func members<A: Archive & ~Copyable>(
    _ it: Limits?,
    of archive: inout A
  ) throws(A.Fault) -> Limits {
    var limits = Limits()
    for limit in Limit.all {
      let range = Int64(limit.range.lowerBound)...Int64(limit.range.upperBound)
      let value = it.map { limit.place.value(of: $0) }
      limit.place.set(
        try archive.member(named: limit.name, value, .integer(range), limit.meaning),
        in: &limits
      )
    }
    return limits
  }
}
