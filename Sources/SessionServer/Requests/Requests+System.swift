import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// Requests and reports about the machine, and the requests of enforcers.
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

  /// Returns the reporter of a request; without the grant `system`, its reports affect only its own
  /// user's sessions (R60).
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
  /// Returns the name of the zone for a session or sound of this user, or nil for none (R63).
  func zone(_ given: NameParameter?, of user: UserID) -> String? {
    if let given { return given.name }
    switch zones {
    case .shared: return nil
    case .user: return user == .root ? nil : "\(user.number)"
    }
  }
}
