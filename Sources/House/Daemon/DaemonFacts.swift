/// What a bridge knows of its daemon.
package struct DaemonFacts: Equatable, Sendable {
  /// The grants that the bridge holds.
  package var grants: Set<String>
  /// The kind that each role is like (R66).
  package var roles: [String: String]
  /// The most sessions that the bridge may have there.
  package var sessions: Int

  package init(grants: Set<String>, roles: [String: String], sessions: Int) {
    self.grants = grants
    self.roles = roles
    self.sessions = sessions
  }

  /// The kinds above normal, each with a grant of its name.
  private static let grantedKinds = ["assistant", "alarm", "ringtone", "phoneCall"]

  /// What a treatment comes to here.
  func standing(of treatment: Treatment) -> Standing {
    guard case .like(let name) = treatment else {
      return treatment == .ducking ? .ducking : .ignored
    }
    if DaemonFacts.grantedKinds.contains(name) {
      return grants.contains(name) ? .priority(name) : .lacking(name)
    }
    // An assistant that answers elsewhere is nobody's business here, unless a role says otherwise.
    guard let kind = roles[name] else { return name == "remoteAssistant" ? .ignored : .ducking }
    let isGranted = !DaemonFacts.grantedKinds.contains(kind) || grants.contains(name)
    return isGranted ? .role(name) : .lacking(name)
  }
}

/// What a session of another machine is in the local daemon.
package enum Standing: Hashable, Sendable {
  case ignored
  /// It lowers others.
  case ducking
  /// It lowers others, since the grant of that name is missing.
  case lacking(String)
  case priority(String)
  case role(String)
}
