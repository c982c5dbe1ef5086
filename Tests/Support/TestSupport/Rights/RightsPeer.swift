import AudioSessionWire

/// A kind of peer: a column of the table of rights.
///
/// Sessions that a request names belong to the *owner*, a process of an ordinary user. Each kind
/// except the owner's own has a user to itself.
package struct RightsPeer: Sendable {
  /// Whose process it is.
  package enum Kind: Equatable, Sendable {
    case owner
    case ownersUser
    /// As `ownersUser`, but in a PID namespace that the daemon can't see into.
    case unseen
    case otherUser
    /// Another user who has used up what the limits allow.
    case full
    case root
  }

  /// The column's heading.
  package let name: String
  package let kind: Kind
  /// The names of the grants that it holds.
  package let grants: Set<String>
  /// Its place among the kinds, from which its user's number is made.
  private let place: UInt32

  /// All kinds, in the order of the columns.
  package static let all: [RightsPeer] = {
    let kinds: [(String, Kind, Set<String>)] =
      [
        ("owner", .owner, []), ("same user", .ownersUser, []), ("unseen", .unseen, []),
        ("other user", .otherUser, []), ("at its limits", .full, []),
        ("root without grants", .root, []), ("root", .root, Set(grantNames)),
      ] + grantNames.map { ("`\($0)`", .otherUser, [$0]) }
    return kinds.enumerated().map { place, kind in
      RightsPeer(name: kind.0, kind: kind.1, grants: kind.2, place: UInt32(place))
    }
  }()

  /// Every grant there is: those of the interface, the role that may be one, and a configured role.
  private static let grantNames = Grant.allCases.map(\.rawValue) + ["accessibility", "siren"]

  /// Its user's number, given the owner's.
  package func user(besides owner: UInt32) -> UInt32 {
    switch kind {
    case .owner, .ownersUser, .unseen: owner
    case .otherUser, .full: RightsPeer.owner + 1 + place
    case .root: 0
    }
  }

  /// The owner's user, where the tests can choose it.
  package static let owner: UInt32 = 64_200

  /// The most sessions that a connection may have while rights are tried.
  static let sessions = 4

  /// The daemon's configuration while this kind of peer is tried: each grant has one holder.
  package var configuration: String {
    let grants = RightsPeer.grantNames.map { grant in
      let holder = kind == .root ? (self.grants.isEmpty ? [] : [0]) : [user(besides: 0)]
      let users = self.grants.contains(grant) ? holder : []
      return "[Grant \(grant)]\nUsers=\n" + users.map { "Users=\($0)\n" }.joined()
    }
    return """
      [Policy]
      AccessibilityGrant=yes
      EnforcementTimeout=0
      [Limits]
      SessionsPerConnection=\(RightsPeer.sessions)
      [Role siren]
      Like=alarm
      [Role jingle]
      Like=ducking

      """ + grants.joined()
  }
}

extension RightsPeer: CustomStringConvertible {
  package var description: String { name }
}
