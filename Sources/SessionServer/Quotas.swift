import Arbitration

/// How much of the daemon each user takes up, so that nobody can take it all (R54).
struct Quotas {
  /// What one user has now.
  struct Usage: Equatable {
    var connections = 0
    var sessions = 0
    /// Unread and unsent bytes of the user's connections together.
    var bufferedBytes = 0
  }

  private var users: [UserID: Usage] = [:]
  private(set) var connections = 0

  subscript(user: UserID) -> Usage { users[user] ?? Usage() }

  mutating func connectionOpened(by user: UserID) {
    connections += 1
    users[user, default: Usage()].connections += 1
  }

  mutating func connectionEnded(of user: UserID) {
    connections -= 1
    change(user) { $0.connections -= 1 }
  }

  mutating func sessionOpened(by user: UserID) { users[user, default: Usage()].sessions += 1 }

  mutating func sessionEnded(of user: UserID) { change(user) { $0.sessions -= 1 } }

  /// A connection of the user holds so many bytes more, or less, than it did.
  mutating func bufferedBytesChanged(of user: UserID, by difference: Int) {
    change(user) { $0.bufferedBytes += difference }
  }

  private mutating func change(_ user: UserID, _ body: (inout Usage) -> Void) {
    body(&users[user, default: Usage()])
    if users[user] == Usage() { users[user] = nil }
  }
}
