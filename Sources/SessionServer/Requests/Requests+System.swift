import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// What is asked and reported about the machine, and what enforcers ask.
extension Requests {
  func alert(_ alert: AlertRequest, _ context: RequestContext) -> AlertResult {
    let user = context.peer.user
    let scope = decisions.sessions.scope(
      of: context.connection.applicationName,
      rooms.configuration.settings.zone(alert.zone, of: user),
      orElse: ApplicationID(context.peer.process)
    )
    let isSilent = decisions.sessions.silencesSystemSounds(in: scope, of: user)
    return AlertResult(rule: isSilent ? .R46 : nil)
  }

  /// R60: what one says without the grant `system` concerns the sessions of one's own user.
  func reporter(_ context: RequestContext) -> Reporter {
    let user = context.grants.holds(.system) ? nil : context.peer.user
    return Reporter(connection: context.connection.id, user: user)
  }

  func attachEnforcer(_ context: RequestContext) -> EnforcementResult {
    rooms.connections.keep(context.connection)
    let targets = decisions.enforcementTargets
    return rooms.enforcers.attach(context.connection, targets, seq: decisions.sessions.seq)
  }
}

extension Settings {
  /// The zone's name for a session or a sound of this user; nil: none (R63).
  func zone(_ given: NameParameter?, of user: UserID) -> String? {
    if let given { return given.name }
    switch zones {
    case .shared: return nil
    case .user: return user == .root ? nil : "\(user.number)"
    }
  }
}
