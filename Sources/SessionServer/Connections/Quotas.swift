import Arbitration

/// How much of the daemon each user takes up, so that nobody can take it all (R54).
struct Quotas {
  /// What one user has now.
  struct Usage: Equatable {
    var connections = 0
    var sessions = 0
    /// Unread and unsent bytes of the user's connections together, as `BufferedBytesPerUser` counts
    /// them.
    var bufferedBytes = 0
    /// The same with answers in full.
    var heldBytes = 0
  }

  private var shares: [UserID: UserShare] = [:]
  /// How many shares there may be before those that mean nothing any more are looked for.
  private var sweepSize = 64

  /// What everybody has together.
  private(set) var total = Usage()

  subscript(user: UserID) -> Usage { shares[user]?.usage ?? Usage() }

  var connections: Int { total.connections }

  /// The user who holds the most bytes.
  var largestHolder: UserShare? {
    shares.values.max { $0.usage.heldBytes < $1.usage.heldBytes }
  }

  /// The user's share; made when it is first asked for.
  mutating func share(of user: UserID) -> UserShare {
    if let share = shares[user] { return share }
    let share = UserShare(user)
    shares[user] = share
    return share
  }

  /// Forgets users who have nothing and asked for nothing of late, at `now` (ns).
  ///
  /// One who reconnects at once is still known, and so doesn't get a new share of time by it.
  mutating func sweep(at now: Int64) {
    guard shares.count > sweepSize else { return }
    shares = shares.filter { !$0.value.isForgettable(at: now) }
    sweepSize = max(64, 2 * shares.count)
  }

  mutating func connectionOpened(by user: UserID) { change(user) { $0.connections += 1 } }

  mutating func connectionEnded(of user: UserID) { change(user) { $0.connections -= 1 } }

  mutating func sessionOpened(by user: UserID) { change(user) { $0.sessions += 1 } }

  mutating func sessionEnded(of user: UserID) { change(user) { $0.sessions -= 1 } }

  /// A connection of the user holds so many bytes more, or less, than it did.
  mutating func bytesChanged(of user: UserID, buffered: Int, held: Int) {
    change(user) {
      $0.bufferedBytes += buffered
      $0.heldBytes += held
    }
  }

  private mutating func change(_ user: UserID, _ body: (inout Usage) -> Void) {
    body(&share(of: user).usage)
    body(&total)
  }
}
