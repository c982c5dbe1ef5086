import AudioSessionArbitration

/// A limit on how often a kind of message may be written: many at once, few in the long run.
///
/// Most kinds can be caused by a client, which could otherwise fill the disk with them. Each user
/// has a separate limit, so that nobody uses up the messages about others. All users of a kind
/// together have one too, since one person may have many users.
struct JournalLimit {
  /// The number of messages that may be written at once for one user.
  static let burst = 20
  /// The interval after which one more may be written for the same user.
  static let interval: Duration = .seconds(10)
  /// The factor by which all users together may have more than one user.
  static let users = 8
  /// The number of users' limits kept at a time; other users have only the common limit.
  private static let keptUsers = 256

  private struct Source: Hashable {
    var kind: JournalKind
    var user: UserID?
  }

  private struct Bucket {
    /// The number left at `time`.
    var left: Int
    var time: Int64

    /// Takes one at `now` if any is left; returns whether it did.
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
  /// The number of messages left out, by kind, since the last one that was written.
  private var leftOut: [JournalKind: Int] = [:]

  /// Whether a message may be written at `now`, in nanoseconds; if not, it is counted as left out.
  mutating func admits(_ kind: JournalKind, of user: UserID? = nil, at now: Int64) -> Bool {
    let interval = Int64(JournalLimit.interval / .nanoseconds(1))
    let source = Source(kind: kind, user: user)
    if ofUser[source] == nil { makeRoom(at: now, interval) }
    let size = JournalLimit.burst
    // Messages that no user caused always have a limit of their own.
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

  /// Counts a message that was admitted but couldn't be written.
  mutating func lose(_ kind: JournalKind) { leftOut[kind, default: 0] += 1 }

  /// Returns how many were left out before the message that is being written.
  func leftOut(_ kind: JournalKind) -> Int { leftOut[kind] ?? 0 }

  /// Resets the number left out, which has been reported.
  mutating func forgetLeftOut(_ kind: JournalKind) { leftOut[kind] = nil }

  /// Forgets users whose limit has been fully restored.
  private mutating func makeRoom(at now: Int64, _ interval: Int64) {
    guard ofUser.count >= JournalLimit.keptUsers else { return }
    ofUser = ofUser.filter { _, bucket in
      Int64(bucket.left) + (now - bucket.time) / interval < Int64(JournalLimit.burst)
    }
  }
}
