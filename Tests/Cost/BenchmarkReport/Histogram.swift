/// How often each value was measured: all of them, in buckets that span 1/256 of their values.
package struct Histogram: Equatable, Sendable {
  /// One bucket.
  struct Bucket: Equatable {
    /// The largest value that the bucket holds.
    var value: UInt64
    var count: UInt64
  }

  /// Those that aren't empty, by their values.
  private(set) var buckets: [Bucket] = []

  package init() {}

  /// Reads what the programs print: `VALUE:COUNT` by ascending values, separated by spaces.
  ///
  /// - Returns: `nil` if it is something else.
  package init?(_ text: some StringProtocol) {
    for word in text.split(separator: " ") {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let value = UInt64(parts[0]), let count = UInt64(parts[1]),
        count > 0, value > buckets.last?.value ?? 0 || buckets.isEmpty
      else { return nil }
      buckets.append(Bucket(value: value, count: count))
    }
  }

  /// How many values there are.
  package var total: UInt64 { buckets.reduce(0) { $0 + $1.count } }

  /// Adds the values of another.
  package mutating func merge(_ other: Histogram) {
    let counts = (buckets + other.buckets).reduce(into: [:]) { counts, bucket in
      counts[bucket.value, default: 0] += bucket.count
    }
    buckets = counts.map { Bucket(value: $0.key, count: $0.value) }.sorted { $0.value < $1.value }
  }

  /// The least value that so large a part of all values doesn't exceed.
  ///
  /// - Parameter part: 0…1.
  /// - Returns: `nil` if there are no values.
  package func percentile(_ part: Double) -> UInt64? {
    let rank = max(1, (part * Double(total)).rounded(.up))
    var seen: UInt64 = 0
    for bucket in buckets {
      seen += bucket.count
      if Double(seen) >= rank { return bucket.value }
    }
    return buckets.last?.value
  }
}

/// In JSON, a list of pairs: a value and how often it was measured.
extension Histogram: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var list = encoder.singleValueContainer()
    try list.encode(buckets.map { [$0.value, $0.count] })
  }
}
