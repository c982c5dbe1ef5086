import Arbitration

/// How often a kind of message may be said: many at once, few in the long run.
///
/// Most kinds can be brought about by a client, who would otherwise fill the disk with them. Each
/// user has a limit of his own, so that nobody uses up the messages that tell of others, and all
/// users of a kind together have one, since one person may have many users.
struct JournalLimit {
  /// How many may come at once of one user.
  static let burst = 20
  /// After how long one more may come of the same user.
  static let interval: Duration = .seconds(10)
  /// How many times as many may come of all users together.
  static let users = 8
  /// How many limits of users are kept at a time; others have only the one of all together.
  private static let keptUsers = 256

  private struct Source: Hashable {
    var kind: JournalKind
    var user: UserID?
  }

  private struct Bucket {
    /// What is left at `time`.
    var left: Int
    var time: Int64

    /// Whether there is one left at `now`; if so, it is taken.
    mutating func take(of size: Int, interval: Int64, at now: Int64) -> Bool {
      let earned = max(0, (now - time) / interval)
      time += earned * interval
      left = Int(min(Int64(size), Int64(left) + earned))
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  private var ofUser: [Source: Bucket] = [:]
  private var together: [JournalKind: Bucket] = [:]
  /// How many of a kind were left out since the last one that was said.
  private var leftOut: [JournalKind: Int] = [:]

  /// Whether one may be said at `now`, in nanoseconds; if not, it is counted as left out.
  mutating func admits(_ kind: JournalKind, of user: UserID? = nil, at now: Int64) -> Bool {
    let interval = Int64(JournalLimit.interval / .nanoseconds(1))
    let source = Source(kind: kind, user: user)
    if ofUser[source] == nil { makeRoom(at: now, interval) }
    let size = JournalLimit.burst
    // What nobody brought about always has a limit of its own.
    let isKept = user == nil || ofUser[source] != nil || ofUser.count < JournalLimit.keptUsers
    guard
      !isKept
        || ofUser[source, default: Bucket(left: size, time: now)]
          .take(of: size, interval: interval, at: now),
      together[kind, default: Bucket(left: size * JournalLimit.users, time: now)]
        .take(
          of: size * JournalLimit.users,
          interval: interval / Int64(JournalLimit.users),
          at: now
        )
    else {
      leftOut[kind, default: 0] += 1
      return false
    }
    return true
  }

  /// One that was admitted didn't get through.
  mutating func lose(_ kind: JournalKind) { leftOut[kind, default: 0] += 1 }

  /// How many were left out before the one that is being said.
  func leftOut(_ kind: JournalKind) -> Int { leftOut[kind] ?? 0 }

  /// They have been told of.
  mutating func forgetLeftOut(_ kind: JournalKind) { leftOut[kind] = nil }

  /// Forgets users whose limit is whole again.
  private mutating func makeRoom(at now: Int64, _ interval: Int64) {
    guard ofUser.count >= JournalLimit.keptUsers else { return }
    ofUser = ofUser.filter { _, bucket in
      Int64(bucket.left) + (now - bucket.time) / interval < Int64(JournalLimit.burst)
    }
  }
}
