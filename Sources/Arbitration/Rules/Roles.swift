package import AudioSessionTypes

/// R66: what a role makes of a session, and what a reload makes of the role.
extension Arbiter {
  /// The role of that kind as it is in force; nil if there is none any more.
  func role(_ kind: Kind) -> SessionRole? {
    if kind == .accessibility { return SessionRole(kind, like: kind) }
    guard let place = interactions.place(ofRole: kind) else { return nil }
    return SessionRole(kind, like: policy.roles[place].like)
  }

  /// R3: whether the priority, the session's own or its role's, may be claimed; a role that has gone
  /// can't, if it was above normal.
  func allows(_ grants: Grants, _ configuration: Configuration) -> Bool {
    guard let role = configuration.role else { return grants.allow(configuration.priority) }
    let place = interactions.place(ofRole: role.kind)
    let like = place.map { policy.roles[$0].like } ?? role.like
    guard like.priority != .normal else { return true }
    return place.map { grants.contains(Grants(role: $0)) } ?? false
  }

  /// The session with its role as it is in force: an activation takes it anew.
  func inForce(_ session: Session) -> Session {
    guard let role = session.configuration.role, role.isOutdated else { return session }
    var wanted = session
    wanted.configuration.role = self.role(role.kind)
    return wanted
  }

  /// The configuration after `change`: a category given alone resets mode, options and policy.
  package func applying(_ change: ConfigurationChange, to old: Configuration) -> Configuration {
    var new = old
    if let category = change.category {
      new.category = category
      new.mode = .default
      new.options = []
      new.routeSharingPolicy = .default
    }
    if let mode = change.mode { new.mode = mode }
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

  /// R61: a session keeps what its role was like if that has gone, or is like another kind now.
  mutating func outdateRoles(_ decision: inout Decision) {
    for slot in sessions.all(where: { $0.configuration.role != nil }) {
      var session = sessions[slot]
      guard let role = session.configuration.role else { continue }
      decision.draft.remember(slot, session)
      if self.role(role.kind)?.like != role.like {
        session.configuration.role?.isOutdated = true
        decision.note(.R66)
      }
      sessions.update(slot, session, contender(of: session))
    }
  }
}
