import AudioSessionArbitration
import AudioSessionWire

/// The sessions that an enforcer is told of: all with the grant, otherwise its own user's (R14).
enum EnforcerReach: Hashable {
  case all
  case user(UserID)

  /// The reach of a client, by its grants.
  init(of client: some Client) {
    self = client.grants.holds(.enforcement) ? .all : .user(client.peer.user)
  }

  /// Returns whether a reply to that user waits for an enforcer of this reach: without the grant,
  /// it delays nobody of another user.
  func delays(_ user: UserID) -> Bool { self == .all || self == .user(user) }

  /// Returns the part of the targets that is within reach.
  func targets(of all: TargetsByUser) -> [EnforcementTarget] {
    switch self {
    case .all: all.all
    case .user(let user): all.byUser[user.number] ?? []
    }
  }
}

/// The sessions to hold or lower, by number, and the same of each user.
struct TargetsByUser {
  let all: [EnforcementTarget]
  fileprivate let byUser: [UInt32: [EnforcementTarget]]

  init(_ all: [EnforcementTarget]) {
    self.all = all
    byUser = Dictionary(grouping: all, by: { $0.uid })
  }
}

extension EnforcerReach: Comparable {
  static func < (one: EnforcerReach, other: EnforcerReach) -> Bool {
    switch (one, other) {
    case (.all, .user): true
    case (_, .all): false
    case (.user(let one), .user(let other)): one.number < other.number
    }
  }
}
