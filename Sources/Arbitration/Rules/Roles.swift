package import AudioSessionTypes

/// R66: roles, and the configuration that a change leads to.
extension Arbiter {
  /// The role of that kind as the policy has it now; nil if it is gone.
  func role(_ kind: Kind) -> SessionRole? {
    if kind == .accessibility { return SessionRole(kind, like: kind) }
    guard let place = interactions.place(ofRole: kind) else { return nil }
    return SessionRole(kind, like: policy.roles[place].like)
  }

  /// R3: whether the grants allow the priority, the session's own or its role's; they don't allow a
  /// role above normal that is gone.
  mutating func allows(_ grants: Grants, _ configuration: Configuration) -> Bool {
    guard let role = configuration.role else { return grants.allow(configuration.priority) }
    if role.kind == .accessibility {
      return !policy.accessibilityGrant || grants.contains(.accessibility)
    }
    let place = interactions.place(ofRole: role.kind)
    let like = place.map { policy.roles[$0].like } ?? role.like
    guard like.priority != .normal else { return true }
    return place.map { grants.contains(Grants(role: $0)) } ?? false
  }

  /// The session with its role as the policy has it now, as an activation takes it.
  mutating func inForce(_ slot: Slot) -> Candidate {
    var configuration = sessions[slot].configuration
    guard let role = configuration.role, role.isOutdated else {
      return Candidate(session: sessions[slot], contender: sessions.contender(slot))
    }
    configuration.role = self.role(role.kind)
    return candidate(slot, configuration)
  }

  /// The session as it would be with this configuration.
  mutating func candidate(_ slot: Slot, _ configuration: Configuration) -> Candidate {
    var session = sessions[slot]
    session.configuration = configuration
    let contender = interactions.contender(of: configuration, sessions.scope(slot))
    return Candidate(session: session, contender: contender)
  }

  /// The configuration after `change`; a new category resets mode, options and route sharing policy
  /// unless the change sets them, too.
  package func applying(_ change: ConfigurationChange, to old: Configuration) -> Configuration {
    var new = old
    if let category = change.category {
      new.category = category
      new.mode = .default
      new.options = []
      new.routeSharingPolicy = .default
    }
    if let mode = change.mode { new.mode = mode }
    if policy.unsuitableModeIsDefault,
      !Legality.categories(of: new.mode).contains(new.category)
    {
      new.mode = .default
    }
    if let options = change.options { new.options = options }
    new.options.subtract(Legality.implied(by: new.category))
    if let policy = change.routeSharingPolicy { new.routeSharingPolicy = policy }
    if let priority = change.priority { new.ownPriority = priority }
    if let style = change.alertStyle { new.alertStyle = style }
    new.preferences.formUnion(change.preferencesSet)
    new.preferences.subtract(change.preferencesCleared)
    switch change.role {
    case nil: break
    case .some(.none): new.role = nil
    case .named(let kind): new.role = role(kind)
    }
    return new
  }
}
