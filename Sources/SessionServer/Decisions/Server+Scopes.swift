import Arbitration
import AudioSessionWire
import ConfigurationFile

/// Which application and zone a session is of (R52, R63), settled when it is opened.
extension Server {
  /// What the connection opens from now on is of this application; nil: of none that is named.
  func name(_ application: String?, of connection: Connection) {
    let former = connection.applicationName
    applicationCount += 1
    connection.application = application.map { ($0, applicationCount) }
    // The new one first: the same name again keeps its number.
    if let name = connection.applicationName { scopes.use(name) }
    if let former { scopes.release(former, nil) }
  }

  /// The zone's name for a session or a sound of this user; nil: none.
  func zone(_ given: NameParameter?, of user: UserID, _ settings: Settings) -> String? {
    if let given { return given.name }
    switch settings.zones {
    case .shared: return nil
    case .user: return user == .root ? nil : "\(user.number)"
    }
  }

  /// The application that the peer's process named last, over any of its connections.
  func application(of peer: PeerIdentity) -> String? {
    let connections = processes[peer.process]?.connections.compactMap { self.connections[$0] } ?? []
    return connections.filter { $0.peer.user == peer.user }.compactMap(\.application)
      .max { $0.order < $1.order }?.name
  }
}

extension Connection {
  /// The named application among those of all users.
  var applicationName: Scopes.ApplicationName? {
    application.map { Scopes.ApplicationName(user: peer.user, name: $0.name) }
  }
}
