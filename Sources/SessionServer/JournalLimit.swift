/// How often a kind of message may be said: many at once, few in the long run.
///
/// Most kinds can be brought about by a client, who would otherwise fill the disk with them.
struct JournalLimit {
  /// How many may come at once.
  static let burst = 20
  /// After how long one more may come.
  static let interval: Duration = .seconds(10)

  private struct Bucket {
    /// What is left at `time`.
    var left = JournalLimit.burst
    var time: Int64 = 0
    /// How many were left out since the last one that was said.
    var leftOut = 0
  }

  private var buckets: [JournalKind: Bucket] = [:]

  /// Whether one may be said at `now`, in nanoseconds; if not, it is counted as left out.
  mutating func admits(_ kind: JournalKind, at now: Int64) -> Bool {
    var bucket = buckets[kind] ?? Bucket(time: now)
    defer { buckets[kind] = bucket }
    let interval = Int64(JournalLimit.interval / .nanoseconds(1))
    let earned = max(0, (now - bucket.time) / interval)
    bucket.time += earned * interval
    bucket.left = Int(min(Int64(JournalLimit.burst), Int64(bucket.left) + earned))
    guard bucket.left > 0 else {
      bucket.leftOut += 1
      return false
    }
    bucket.left -= 1
    return true
  }

  /// One that was admitted didn't get through.
  mutating func lose(_ kind: JournalKind) { buckets[kind]?.leftOut += 1 }

  /// How many were left out before the one that is being said.
  func leftOut(_ kind: JournalKind) -> Int { buckets[kind]?.leftOut ?? 0 }

  /// They have been told of.
  mutating func forgetLeftOut(_ kind: JournalKind) { buckets[kind]?.leftOut = 0 }
}
