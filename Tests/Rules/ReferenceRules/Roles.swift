package import AudioSessionArbitration
package import AudioSessionTypes

/// R66: roles, from their names in the policy to what a session makes of them.
extension NaiveArbiter {
  /// The kind's place in the table; nil: a role that isn't in force.
  func place(of kind: Kind) -> Int? {
    if Int(kind.rawValue) < Kind.builtInCount { return Int(kind.rawValue) }
    let index = policy.roles.firstIndex { kindNames.kind(named: $0.name) == kind }
    return index.map { Kind.builtInCount + $0 }
  }

  /// The role as a session would take it now; nil: there is none.
  private func role(_ kind: Kind) -> SessionRole? {
    if kind == .accessibility { return SessionRole(kind, like: kind) }
    let role = policy.roles.first { kindNames.kind(named: $0.name) == kind }
    return role.map { SessionRole(kind, like: $0.like) }
  }

  /// The roles that may be taken now.
  package var rolesInForce: [Kind] {
    [.accessibility] + policy.roles.compactMap { kindNames.kind(named: $0.name) }
  }

  /// The configuration after a change: a category resets mode, options and policy; nil: it names a
  /// role that isn't in force.
  package func configuration(
    _ old: Configuration,
    after change: ConfigurationChange
  ) -> Configuration? {
    var new = old
    if let category = change.category {
      new.category = category
      new.mode = .default
      new.options = []
      new.routeSharingPolicy = .default
    }
    if let mode = change.mode { new.mode = mode }
    let suits = Legality.categories(of: new.mode).contains(new.category)
    if policy.unsuitableModeIsDefault && !suits { new.mode = .default }
    if let options = change.options { new.options = options }
    // The category has these anyway; naming them changes nothing.
    new.options.subtract(Legality.implied(by: new.category))
    if let policy = change.routeSharingPolicy { new.routeSharingPolicy = policy }
    if let priority = change.priority { new.ownPriority = priority }
    if let style = change.alertStyle { new.alertStyle = style }
    new.preferences.formUnion(change.preferencesSet)
    new.preferences.subtract(change.preferencesCleared)
    switch change.role {
    case nil: break
    case .some(.none): new.role = nil
    case .named(let kind):
      guard let role = role(kind) else { return nil }
      new.role = role
    }
    return new
  }

  /// The grant that a role needs where it is above normal, or where the policy asks for one.
  func isAllowed(_ role: SessionRole, _ grants: Grants) -> Bool {
    if role.kind == .accessibility && policy.accessibilityGrant {
      return grants.contains(.accessibility)
    }
    if role.like.priority == .normal { return true }
    guard let place = place(of: role.kind) else { return false }
    return grants.contains(Grants(role: place - Kind.builtInCount))
  }

  /// R66: what an activation makes of a role that a reload has removed or changed, and what a
  /// pending session is judged by.
  func renewed(_ session: NaiveSession) -> NaiveSession {
    var session = session
    if let old = session.configuration.role, old.isOutdated {
      session.configuration.role = role(old.kind)
    }
    return session
  }

  /// R3 at an activation, of the role as the session would take it; one above normal that is gone
  /// can't be granted.
  func lacksGrant(_ session: NaiveSession, _ grants: Grants) -> Bool {
    if !grants.allow(session.configuration.ownPriority) { return true }
    guard let old = session.configuration.role else { return false }
    return !isAllowed(role(old.kind) ?? old, grants)
  }

  /// R61: sessions keep what their roles were like, and their priorities.
  mutating func reload(_ policy: Policy) {
    self.policy = policy
    interactions = Interactions(policy)
    for role in policy.roles { _ = kindNames.enter(role.name) }
    for session in sessions {
      guard let old = session.configuration.role else { continue }
      let isTheSame = role(old.kind)?.like == old.like
      if !isTheSame { self[session.id].configuration.role?.isOutdated = true }
    }
  }
}
