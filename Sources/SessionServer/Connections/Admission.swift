import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// New connections: whether there is room for them, and for whom.
struct Admission {
  let services: ConnectionServices

  /// Accepts pending connections, as many as a turn has time for.
  func acceptAll() {
    let end = SystemClock.monotonic + RunQueue.otherLength
    for _ in 0..<Admission.acceptedPerTurn {
      do {
        guard let socket = try services.listener.accept() else { return }
        try admit(socket)
        services.listener.succeed()
      } catch {
        services.listener.pause(after: error)
        return
      }
      if SystemClock.monotonic >= end { return }
    }
  }

  /// Adds a connection, or refuses it with a line that gives the reason.
  ///
  /// - Throws: An error if resources to identify the peer are lacking; the connection is then
  ///   closed. A misidentified peer would lose its grants or its other connections' sessions.
  private func admit(_ socket: consuming Socket) throws(Errno) {
    let credentials: PeerCredentials
    do { credentials = try socket.peerCredentials() } catch {
      if error.isShortage { throw error }
      return
    }
    let user = UserID(credentials.uid)
    let limits = services.configuration.settings.limits
    guard services.connections.usage.connections < limits.connections else {
      return refuse(socket, of: user, "connections", limits.connections)
    }
    guard services.connections.usage(of: user).connections < limits.connectionsPerUser else {
      return refuse(socket, of: user, "connectionsPerUser", limits.connectionsPerUser)
    }
    let (process, peer) = try services.peers.identify(credentials, socket)
    let grants = services.configuration.grants(of: peer, on: socket)
    // Places reserved for root and holders of `admin`, so that whoever can fix a problem gets in.
    let reserved = grants.isPrivileged(user) ? 0 : min(64, limits.connections / 4)
    guard services.connections.usage.connections < limits.connections - reserved else {
      services.peers.forgetIfUnused(process)
      return refuse(socket, of: user, "connections", limits.connections)
    }
    _ = services.connections.add(socket, peer, process, grants)
  }

  private func refuse(
    _ socket: borrowing Socket,
    of user: UserID,
    _ limit: String,
    _ value: Int
  ) {
    services.journal.write(
      .quotaReached,
      "a connection of user \(user.number) was refused: \(limit) is \(value)",
      [
        Journal.Field("PEER_UID", user.number), Journal.Field("LIMIT", limit),
        Journal.Field("VALUE", value),
      ],
      of: user
    )
    var writer = JSONWriter()
    writer.reply(to: .null, failure: .limitExceeded(limit: limit, value: value))
    writer.endLine()
    writer.bytes.withUnsafeBytes { _ = try? socket.send($0) }
  }

  private static let acceptedPerTurn = 64
}
