import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile
import EventLoop
import Glibc

/// New connections: whether there is room for them, and for whom.
extension Server {
  /// Accepts pending connections, as many as a turn has time for.
  func acceptConnections() {
    let end = SystemClock.monotonic + RunQueue.userLength
    for _ in 0..<Server.acceptedPerTurn {
      do {
        guard let socket = try acceptNext() else { return }
        try admit(socket)
        listenerPause.succeed()
      } catch {
        pauseListener(error)
        return
      }
      if SystemClock.monotonic >= end { return }
    }
  }

  /// Watches for new connections, or does so again.
  func watchListener() throws(Errno) {
    guard let number = listener?.listener.number else { return }
    try poller.register(number, for: .reading, token: Token.listener.bits)
    listenerPause.finish()
  }

  /// Watches for new connections again, now that there may be a free descriptor.
  func resumeListener() {
    guard listenerPause.isPaused else { return }
    do { try watchListener() } catch {
      journal.write(.failed, "can't listen again: \(error)")
      listenerPause.begin(at: now)
    }
  }

  private func acceptNext() throws(Errno) -> Socket? {
    switch listener {
    case .some(let file): try file.listener.accept()
    case .none: nil
    }
  }

  private func pauseListener(_ error: Errno) {
    journal.write(.listenerPaused, "can't accept connections for a while: \(error)")
    guard let number = listener?.listener.number else { return }
    do { try poller.remove(number) } catch {
      journal.write(.failed, "can't stop listening: \(error)")
    }
    listenerPause.begin(at: now)
  }

  /// Takes a connection in, or refuses it with a line that says why.
  ///
  /// - Throws: That there is no room to find out who it is; then it is closed. A peer who was taken
  ///   in as somebody else would lose his rights, or his other connections' sessions.
  private func admit(_ socket: consuming Socket) throws(Errno) {
    let credentials: PeerCredentials
    do { credentials = try socket.peerCredentials() } catch {
      if error.isShortage { throw error }
      return
    }
    let user = UserID(credentials.uid)
    let limits = settings.limits
    guard quotas.connections < limits.connections else {
      return refuse(socket, of: user, "connections", limits.connections)
    }
    guard quotas[user].connections < limits.connectionsPerUser else {
      return refuse(socket, of: user, "connectionsPerUser", limits.connectionsPerUser)
    }
    let (process, information) = try identify(credentials, socket)
    let peer = PeerIdentity(
      credentials: credentials,
      process: process.id,
      information: information
    )
    let grants = grants(of: peer, groups: namedGroups(of: socket))
    let reserved = grants.isPrivileged(user) ? 0 : reservedConnections
    guard quotas.connections < limits.connections - reserved else {
      forgetIfUnused(process)
      return refuse(socket, of: user, "connections", limits.connections)
    }
    _ = connect(socket, peer, process, grants)
  }

  private func refuse(
    _ socket: borrowing Socket,
    of user: UserID,
    _ limit: String,
    _ value: Int
  ) {
    journal.write(
      .quotaReached,
      "a connection of user \(user.number) was refused: \(limit) is \(value)",
      [
        Journal.Field("PEER_UID", user.number), Journal.Field("LIMIT", limit),
        Journal.Field("VALUE", value),
      ],
      of: user
    )
    writer.removeAll()
    writer.reply(to: .null, failure: .limitExceeded(limit: limit, value: value))
    writer.endLine()
    writer.bytes.withUnsafeBytes { _ = try? socket.send($0) }
  }

  /// A connection of a peer that is known; nil if it can't be watched.
  func connect(
    _ socket: consuming Socket,
    _ peer: PeerIdentity,
    _ process: ClientProcess,
    _ grants: PeerGrants
  ) -> Connection? {
    connectionCount += 1
    quotas.sweep(at: SystemClock.monotonic)
    let connection = Connection(
      id: ConnectionID(connectionCount),
      peer: peer,
      process: process,
      share: quotas.share(of: peer.user),
      socket: socket,
      limits: settings.limits,
      grants: grants
    )
    return register(connection) ? connection : nil
  }

  private func register(_ connection: Connection) -> Bool {
    let token = Token.connection(connection.id)
    do {
      try poller.register(connection.socket.number, for: .reading, token: token.bits)
    } catch {
      journal.write(.failed, "can't watch a connection: \(error)")
      forgetIfUnused(connection.process)
      try? connection.socket.shutdown(.both)
      return false
    }
    connections[connection.id] = connection
    connection.process.connections.append(connection.id)
    quotas.connectionOpened(by: connection.peer.user)
    if connection.process.hasEnded { deafen(connection) }
    return true
  }

  /// Places that only root and holders of `admin` get, so that one who can mend things comes in.
  private var reservedConnections: Int { min(64, settings.limits.connections / 4) }

  private static let acceptedPerTurn = 64
}
