import Arbitration
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// What is asked and reported about the machine, and what enforcers ask.
struct SystemRequests {
  private let connections: Connections
  private let enforcers: Enforcers
  private let peers: Peers
  private let configuration: ConfigurationInForce
  private let decisions: Decisions

  init(_ rooms: Rooms, _ decisions: Decisions) {
    connections = rooms.connections
    enforcers = rooms.enforcers
    peers = rooms.peers
    configuration = rooms.configuration
    self.decisions = decisions
  }

  func alert(_ alert: AlertRequest, _ context: RequestContext) -> AlertResult {
    let user = context.peer.user
    let scope = decisions.sessions.scope(
      of: context.connection.applicationName,
      configuration.settings.zone(alert.zone, of: user),
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

  /// The living process of that pid; nil if none is known, and so none has sessions.
  func process(_ pid: Int32) -> ProcessID? { peers.living(pid: pid)?.id }

  func attachEnforcer(_ context: RequestContext) -> EnforcementResult {
    connections.keep(context.connection)
    let targets = decisions.enforcementTargets
    return enforcers.attach(context.connection, targets, seq: decisions.sessions.seq)
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
