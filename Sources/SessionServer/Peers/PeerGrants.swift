import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// The rights of a peer beyond the ordinary, one bit for each grant of the configuration.
struct PeerGrants: Equatable {
  /// The granted priorities and roles, by which the core judges (R3, R66).
  private(set) var claims = Grants.none
  private var bits: UInt16 = 0

  mutating func insert(_ grant: Grant) {
    bits |= PeerGrants.bit(grant)
    if let priority = Priority(rawValue: grant.rawValue) {
      claims = claims.union(Grants(priority))
    }
  }

  /// Adds the grant of a role, given its index in the policy.
  mutating func insert(role place: Int) {
    claims = claims.union(Grants(role: place))
  }

  /// Adds the grant of the role `accessibility`.
  fileprivate mutating func insertAccessibility() { claims = claims.union(.accessibility) }

  func holds(_ grant: Grant) -> Bool { bits & PeerGrants.bit(grant) != 0 }

  /// Whether a holder that is this user always gets a place, as someone who can fix a problem.
  func isPrivileged(_ user: UserID) -> Bool { user == .root || holds(.admin) }

  /// Whether a session with the role at this index of the policy may be opened.
  func allow(_ policy: Policy, role place: Int) -> Bool {
    policy.roles[place].like.priority == .normal
      || claims.contains(Grants(role: place))
  }

  /// Returns the names, in the order of the configuration: grants, then roles that need one.
  func names(_ policy: Policy) -> [String] {
    Grant.allCases.filter(holds).map { $0.rawValue }
      + (policy.accessibilityGrant && claims.contains(.accessibility)
        ? [Settings.accessibility] : [])
      + policy.roles.indices.filter { place in
        policy.roles[place].like.priority != .normal && allow(policy, role: place)
      }.map { policy.roles[$0].name }
  }

  private static func bit(_ grant: Grant) -> UInt16 {
    switch grant {
    case .phoneCall: 1 << 0
    case .ringtone: 1 << 1
    case .alarm: 1 << 2
    case .assistant: 1 << 3
    case .system: 1 << 4
    case .enforcement: 1 << 5
    case .observe: 1 << 6
    case .admin: 1 << 7
    }
  }
}

extension Settings {
  /// The groups that are named by any rule.
  var namedGroups: Set<UInt32> {
    allGrants.reduce(into: []) { $0.formUnion($1.rules.groups) }
  }

  /// Returns those of a peer's supplementary groups that a grant names.
  ///
  /// A user may have tens of thousands; the kernel keeps the list with the socket, so the daemon
  /// doesn't store it.
  func namedGroups(of socket: borrowing Socket) -> [UInt32] {
    let named = namedGroups
    guard !named.isEmpty, let groups = try? socket.peerGroups() else { return [] }
    return groups.filter(named.contains)
  }

  /// Returns what the rules grant to this peer: to its user, to one of its groups, or to its unit.
  func grants(of peer: PeerIdentity, groups: [UInt32], byUserUnit: Bool) -> PeerGrants {
    var held = PeerGrants()
    for (grant, rules) in grants where rules.hold(peer, groups, byUserUnit: byUserUnit) {
      held.insert(grant)
    }
    if let rules = roleGrants[Settings.accessibility],
      rules.hold(peer, groups, byUserUnit: byUserUnit)
    {
      held.insertAccessibility()
    }
    for (place, role) in policy.roles.enumerated() {
      guard let rules = roleGrants[role.name] else { continue }
      if rules.hold(peer, groups, byUserUnit: byUserUnit) { held.insert(role: place) }
    }
    return held
  }
}

extension GrantRules {
  /// Whether the rules name the peer.
  ///
  /// Unit names of the system instance are chosen by the system. Below `user@…` the user chooses
  /// them, and those names count only where the rules list units of users.
  fileprivate func hold(_ peer: PeerIdentity, _ groups: [UInt32], byUserUnit: Bool) -> Bool {
    let unit = byUserUnit ? peer.userUnit : peer.unit
    return users.contains(peer.user.number)
      || self.groups.contains(peer.gid)
      || groups.contains(where: self.groups.contains)
      || unit.map(units.contains) ?? false
      || peer.userUnit.map(userUnits.contains) ?? false
  }
}
