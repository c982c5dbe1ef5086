import Arbitration
import AudioSessionWire
import ConfigurationFile

/// What a peer may do beyond the ordinary, one bit a grant of the configuration.
struct PeerGrants: OptionSet, Equatable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ grant: Grant) {
    switch grant {
    case .phoneCall: rawValue = 1 << 0
    case .ringtone: rawValue = 1 << 1
    case .alarm: rawValue = 1 << 2
    case .assistant: rawValue = 1 << 3
    case .system: rawValue = 1 << 4
    case .enforcement: rawValue = 1 << 5
    case .observe: rawValue = 1 << 6
    case .admin: rawValue = 1 << 7
    }
  }

  func holds(_ grant: Grant) -> Bool { contains(PeerGrants(grant)) }

  /// Whether a holder that is this user always has a place: one who can mend things.
  func isPrivileged(_ user: UserID) -> Bool { user == .root || holds(.admin) }

  /// The names, in the order of the configuration.
  var grants: [Grant] { Grant.allCases.filter(holds) }

  /// The priorities that the core judges by (R3).
  ///
  /// Bit by bit: each request asks, and a set of another module's is built element by element.
  var priorities: Grants {
    var bits: UInt8 = 0
    if holds(.assistant) { bits |= Grants.assistant.rawValue }
    if holds(.alarm) { bits |= Grants.alarm.rawValue }
    if holds(.ringtone) { bits |= Grants.ringtone.rawValue }
    if holds(.phoneCall) { bits |= Grants.phoneCall.rawValue }
    return Grants(rawValue: bits)
  }
}

extension [Grant: GrantRules] {
  /// The groups that any rule names.
  var namedGroups: Set<UInt32> { values.reduce(into: []) { $0.formUnion($1.groups) } }

  /// What the rules give this peer: to its user, to one of its groups, or to its unit.
  ///
  /// A unit of the system's instance is the system's: below `user@…` the user names them, and those
  /// names count only where the rules list units of users.
  func grants(of peer: PeerIdentity, groups: [UInt32], byUserUnit: Bool) -> PeerGrants {
    let unit = byUserUnit ? peer.userUnit : peer.unit
    var held: PeerGrants = []
    for (grant, rules) in self {
      let isHeld =
        rules.users.contains(peer.user.number)
        || rules.groups.contains(peer.gid)
        || groups.contains(where: rules.groups.contains)
        || unit.map(rules.units.contains) ?? false
        || peer.userUnit.map(rules.userUnits.contains) ?? false
      if isHeld { held.insert(PeerGrants(grant)) }
    }
    return held
  }
}
