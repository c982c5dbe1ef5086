import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionTypes
import AudioSessionWire

/// Requests and reports about the machine, and the requests of enforcers.
extension Requests {
  func alert(_ alert: AlertRequest, _ context: RequestContext) -> AlertResult {
    let settings = base.configuration.settings
    return decisions.sessions.answer(alert, of: context.connection, under: settings)
  }

  func attachEnforcer(_ context: RequestContext) throws(RPCError) -> EnforcementResult {
    let seq = decisions.sessions.seq
    let result = try services.enforcers.attach(
      context.connection,
      decisions.enforcementTargets,
      seq: seq
    )
    base.connections.keep(context.connection)
    return result
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
