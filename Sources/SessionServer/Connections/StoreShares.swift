import AudioSessionArbitration

/// Who gets a place in the manager's store, and the connections that wait for one.
///
/// The store is small, and each place costs the manager time. Places are therefore given out at a
/// bounded rate, per user and for all users together; when none is left, the user who has the most
/// yields one to a user who has fewer. systemd 257 even takes a process for each that ends.
struct StoreShares {
  /// How many connections of one user may be stored at once, and the interval for each further one.
  private static let userBurst = 64
  static let userInterval: Duration = .milliseconds(100)
  /// The same for all users together.
  static let burst = 512
  static let interval: Duration = .milliseconds(10)

  /// An allowance that is replenished over time.
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
  private var ofUser: [UserID: Allowance] = [:]
  private var together: Allowance?
  /// The allowance of root and of holders of `admin`, whom other users' connections don't delay.
  private var privileged: Allowance?

  mutating func await(_ connection: ConnectionID) { waiting.append(connection) }

  /// Takes all waiting connections; those that can't be stored yet must be added again.
  mutating func takeWaiting() -> [ConnectionID] {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting
  }

  /// Whether a connection of the user may be stored at `now`; if so, it is counted.
  mutating func mayStore(_ user: UserID, isPrivileged: Bool, at now: Instant) -> Bool {
    if isPrivileged { return StoreShares.take(from: &privileged, at: now) }
    let size = StoreShares.userBurst
    forgetWhole(at: now)
    guard
      ofUser[user, default: Allowance(left: size, moment: now)]
        .take(of: size, every: StoreShares.userInterval, at: now)
    else { return false }
    return StoreShares.take(from: &together, at: now)
  }

  /// Takes one from an allowance of many users; nil is a whole one.
  private static func take(from allowance: inout Allowance?, at now: Instant) -> Bool {
    var left = allowance ?? Allowance(left: burst, moment: now)
    defer { allowance = left }
    return left.take(of: burst, every: interval, at: now)
  }

  /// Returns the connection that yields to one of `user`: the latest of the user with the most.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - stored: The stored connections with their users.
  /// - Returns: Nil if no user has at least two more than `user`.
  static func yielding(
    to user: UserID,
    among stored: [(id: ConnectionID, user: UserID)]
  ) -> ConnectionID? {
    var places: [UserID: [ConnectionID]] = [:]
    for one in stored { places[one.user, default: []].append(one.id) }
    guard let most = places.values.max(by: { $0.count < $1.count }),
      most.count > (places[user]?.count ?? 0) + 1
    else { return nil }
    return most.max { $0.number < $1.number }
  }

  /// Forgets the allowances of users who haven't asked for a long time.
  private mutating func forgetWhole(at now: Instant) {
    guard ofUser.count > 1024 else { return }
    let whole = StoreShares.userInterval * StoreShares.userBurst
    ofUser = ofUser.filter { $0.value.moment.advanced(by: whole) > now }
  }
}
