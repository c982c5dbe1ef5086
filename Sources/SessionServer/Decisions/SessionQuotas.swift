import AudioSessionArbitration
import AudioSessionWire

/// How many sessions each user has, so that no user can take all that there is room for (R54).
struct SessionQuotas {
  private var counts: [UserID: Int] = [:]
  private var total = 0

  /// The number of sessions that a user has opened.
  subscript(user: UserID) -> Int { counts[user, default: 0] }

  /// Returns whether the client's user may have another session, by the limits of users and of all
  /// together.
  func hasRoom(for client: some Client, within limits: Limits) -> Bool {
    let reserved = client.isPrivileged ? 0 : SessionQuotas.reserved
    return self[client.peer.user] < limits.sessionsPerUser
      && total < max(SessionQuotas.total, limits.sessionsPerUser) - reserved
  }

  mutating func opened(by user: UserID) {
    counts[user, default: 0] += 1
    total += 1
  }

  mutating func ended(of user: UserID) {
    counts[user] = self[user] > 1 ? self[user] - 1 : nil
    total -= 1
  }

  /// The maximum number of sessions in total, independent of the number of users.
  static let total = 16_384
  /// The number of those sessions that are reserved for root and holders of `admin`.
  private static let reserved = 64
}
