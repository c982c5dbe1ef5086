import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile
import EventLoop
import Glibc

/// New connections: who they are, and whether there is room for them.
extension Server {
  /// Accepts who waits, not more than a few a turn.
  func acceptConnections() {
    for _ in 0..<Server.acceptedPerTurn {
      do {
        guard let socket = try acceptNext() else { return }
        admit(socket)
      } catch {
        pauseListener(error)
        return
      }
    }
  }

  /// Watches for new connections, or does so again.
  func watchListener() throws(Errno) {
    guard let number = listener?.listener.number else { return }
    try poller.register(number, for: .reading, token: Token.listener.bits)
    isListenerPaused = false
  }

  /// Watches for new connections again, now that a descriptor is free.
  func resumeListener() {
    guard isListenerPaused else { return }
    do { try watchListener() } catch { journal.write(.failed, "can't listen again: \(error)") }
  }

  private func acceptNext() throws(Errno) -> Socket? {
    switch listener {
    case .some(let file): try file.listener.accept()
    case .none: nil
    }
  }

  /// There is no room for another descriptor: the listener would be ready for ever.
  private func pauseListener(_ error: Errno) {
    journal.write(.listenerPaused, "can't accept connections until one closes: \(error)")
    guard let number = listener?.listener.number else { return }
    do { try poller.remove(number) } catch {
      journal.write(.failed, "can't stop listening: \(error)")
    }
    isListenerPaused = true
  }

  private func admit(_ socket: consuming Socket) {
    let credentials: PeerCredentials
    do { credentials = try socket.peerCredentials() } catch { return }
    let user = UserID(credentials.uid)
    if let limit = exceededLimit(by: user) {
      journal.write(
        .quotaReached,
        "a connection of user \(user.number) was refused: \(limit.name) is \(limit.value)",
        [
          Journal.Field("PEER_UID", user.number), Journal.Field("LIMIT", limit.name),
          Journal.Field("VALUE", limit.value),
        ]
      )
      writer.removeAll()
      writer.reply(to: .null, failure: .limitExceeded(limit: limit.name, value: limit.value))
      writer.endLine()
      writer.bytes.withUnsafeBytes { _ = try? socket.send($0) }
      return
    }
    let (process, information) = identify(credentials, socket)
    _ = connect(socket, credentials, process, information)
  }

  /// A connection of a peer that is known; nil if it can't be watched.
  func connect(
    _ socket: consuming Socket,
    _ credentials: PeerCredentials,
    _ process: ClientProcess,
    _ information: ProcessInformation?
  ) -> Connection? {
    let peer = PeerIdentity(
      credentials: credentials,
      groups: (try? socket.peerGroups()) ?? [],
      process: process.id,
      information: information
    )
    connectionCount += 1
    let connection = Connection(
      id: ConnectionID(connectionCount),
      peer: peer,
      process: process,
      socket: socket,
      limits: settings.limits,
      grants: grants(of: peer)
    )
    return register(connection) ? connection : nil
  }

  private func register(_ connection: Connection) -> Bool {
    let token = Token.connection(connection.id)
    do {
      try poller.register(connection.socket.number, for: .reading, token: token.bits)
    } catch {
      if connection.process.connections.isEmpty { forget(connection.process) }
      try? connection.socket.shutdown(.both)
      return false
    }
    connections[connection.id] = connection
    connection.process.connections.append(connection.id)
    quotas.connectionOpened(by: connection.peer.user)
    if connection.process.hasEnded { deafen(connection) }
    return true
  }

  private func exceededLimit(by user: UserID) -> (name: String, value: Int)? {
    let limits = settings.limits
    if quotas.connections >= limits.connections { return ("connections", limits.connections) }
    if quotas[user].connections >= limits.connectionsPerUser {
      return ("connectionsPerUser", limits.connectionsPerUser)
    }
    return nil
  }

  /// The process that connected: one that is known, or a new one.
  ///
  /// What `/proc` says is about the peer only if the peer's own descriptor says afterwards that it
  /// still lives; otherwise the pid may be a stranger's. Where `/proc` hides a living peer, it is
  /// known by its pid alone, without a name and units: its own descriptor guards the pid.
  func identify(
    _ credentials: PeerCredentials,
    _ socket: borrowing Socket
  ) -> (ClientProcess, ProcessInformation?) {
    guard credentials.pid > 0 else { return (unseenProcess(), nil) }
    do throws(Errno) {
      let descriptor = try socket.peerProcess(credentials)
      let information = try? ProcessInformation.read(pid: credentials.pid)
      guard try !descriptor.hasEnded() else { throw Errno(.pidfd_open, ESRCH) }
      let (pid, startTime) = (credentials.pid, information?.startTime ?? 0)
      if let process = processes.known(pid: pid, startTime: startTime) {
        return (process, information)
      }
      let process = processes.add(pid: pid, startTime: startTime, descriptor: descriptor)
      if let number = process.descriptorNumber {
        try poller.register(number, for: .reading, token: Token.process(process.id).bits)
      }
      return (process, information)
    } catch {
      // It has ended already: what it wrote is still carried out.
      let process = unseenProcess()
      process.hasEnded = error.code == ESRCH || error.code == ENOENT
      return (process, nil)
    }
  }

  private func unseenProcess() -> ClientProcess {
    processes.add(pid: 0, startTime: 0, descriptor: nil)
  }

  private static let acceptedPerTurn = 64
}
