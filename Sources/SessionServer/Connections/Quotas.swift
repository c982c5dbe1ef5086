import AudioSessionArbitration

/// How much of the daemon each user takes up, so that no user can take it all (R54).
struct Quotas {
  /// The current usage of one user, or of all users together.
  struct Usage: Equatable {
    var connections = 0
    /// The unread and unsent bytes of all connections, as `BufferedBytesPerUser` counts them.
    var bufferedBytes = 0
    /// The same, with replies counted in full.
    var heldBytes = 0
  }

  private var shares: [UserID: UserShare] = [:]
  /// The number of shares above which unused ones are looked for.
  private var sweepSize = 64

  /// The usage of all users together.
  private(set) var total = Usage()

  subscript(user: UserID) -> Usage { shares[user]?.usage ?? Usage() }

  var connections: Int { total.connections }

  /// The user who holds the most bytes.
  var largestHolder: UserShare? {
    shares.values.max { $0.usage.heldBytes < $1.usage.heldBytes }
  }

  /// Returns the user's share, which is created on first use.
  mutating func share(of user: UserID) -> UserShare {
    if let share = shares[user] { return share }
    let share = UserShare(user)
    shares[user] = share
    return share
  }

  /// Forgets users who have nothing and made no recent requests, at `now` (ns).
  ///
  /// A user who reconnects at once is still known, and so doesn't gain a new share of time.
  mutating func sweep(at now: Int64) {
    guard shares.count > sweepSize else { return }
    shares = shares.filter { !$0.value.isForgettable(at: now) }
    sweepSize = max(64, 2 * shares.count)
  }

  mutating func connectionOpened(by user: UserID) { change(user) { $0.connections += 1 } }

  mutating func connectionEnded(of user: UserID) { change(user) { $0.connections -= 1 } }

  /// Records that a connection of the user holds this many more bytes, or fewer, than it did.
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
