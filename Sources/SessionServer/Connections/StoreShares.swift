import Arbitration

/// Who has places in the manager's store, and who waits for one.
///
/// The store is small, and each place costs the manager time. So places are given out at a bounded
/// pace, each user's and all users' together, and when there is none left, the user who has most
/// yields one to a user who has less.
struct StoreShares {
  /// How many connections of one user may be stored at once, and how long one more takes.
  private static let userBurst = 64
  static let userInterval: Duration = .milliseconds(100)
  /// The same for all users together.
  static let burst = 512
  static let interval: Duration = .milliseconds(10)

  /// An allowance that comes back with time.
  private struct Allowance {
    var left: Int
    var moment: Instant

    mutating func take(of size: Int, every interval: Duration, at now: Instant) -> Bool {
      let passed = now.nanoseconds - moment.nanoseconds
      let length = Int64(interval / .nanoseconds(1))
      let earned = max(0, passed / length)
      moment = Instant(nanoseconds: moment.nanoseconds + earned * length)
      left = Int(min(Int64(size), Int64(left) + earned))
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  /// Connections without a place, in the order in which they asked.
  private(set) var waiting: [ConnectionID] = []
  /// The stored connections of each user, the latest last.
  private var stored: [UserID: [ConnectionID]] = [:]
  private var ofUser: [UserID: Allowance] = [:]
  private var together: Allowance?

  mutating func await(_ connection: ConnectionID) { waiting.append(connection) }

  /// Takes those who wait; who can't be served yet is to be given back.
  mutating func takeWaiting() -> [ConnectionID] {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting
  }

  /// Whether one of the user may be stored at `now`; if so, it counts.
  mutating func mayStore(_ user: UserID, at now: Instant) -> Bool {
    let size = StoreShares.userBurst
    forgetWhole(at: now)
    guard
      ofUser[user, default: Allowance(left: size, moment: now)]
        .take(of: size, every: StoreShares.userInterval, at: now)
    else { return false }
    var all = together ?? Allowance(left: StoreShares.burst, moment: now)
    defer { together = all }
    return all.take(of: StoreShares.burst, every: StoreShares.interval, at: now)
  }

  /// The connection that makes room for one of `user`: the latest of the user who has most.
  ///
  /// Nil if nobody has at least two more than `user`.
  func yielding(to user: UserID) -> ConnectionID? {
    guard let most = stored.max(by: { $0.value.count < $1.value.count }),
      most.value.count > (stored[user]?.count ?? 0) + 1
    else { return nil }
    return most.value.last
  }

  mutating func add(_ connection: ConnectionID, of user: UserID) {
    stored[user, default: []].append(connection)
  }

  mutating func remove(_ connection: ConnectionID, of user: UserID) {
    stored[user]?.removeAll { $0 == connection }
    if stored[user]?.isEmpty == true { stored[user] = nil }
  }

  /// Forgets the allowances of users who have not asked for long.
  private mutating func forgetWhole(at now: Instant) {
    guard ofUser.count > 1024 else { return }
    let whole = StoreShares.userInterval * StoreShares.userBurst
    ofUser = ofUser.filter { $0.value.moment.advanced(by: whole) > now }
  }
}
