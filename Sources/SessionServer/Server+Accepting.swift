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
    do { try watchListener() } catch { StandardError.write("can't listen again: \(error)") }
  }

  private func acceptNext() throws(Errno) -> Socket? {
    switch listener {
    case .some(let file): try file.listener.accept()
    case .none: nil
    }
  }

  /// There is no room for another descriptor: the listener would be ready for ever.
  private func pauseListener(_ error: Errno) {
    StandardError.write("can't accept connections until one closes: \(error)")
    guard let number = listener?.listener.number else { return }
    do { try poller.remove(number) } catch { StandardError.write("can't stop listening: \(error)") }
    isListenerPaused = true
  }

  private func admit(_ socket: consuming Socket) {
    let credentials: PeerCredentials
    do { credentials = try socket.peerCredentials() } catch { return }
    let user = UserID(credentials.uid)
    if let limit = exceededLimit(by: user) {
      writer.removeAll()
      writer.reply(to: .null, failure: .limitExceeded(limit: limit.name, value: limit.value))
      writer.endLine()
      writer.bytes.withUnsafeBytes { _ = try? socket.send($0) }
      return
    }
    let (process, information) = identify(credentials, socket)
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
    register(connection)
  }

  private func register(_ connection: Connection) {
    let token = Token.connection(connection.id)
    do {
      try poller.register(connection.socket.number, for: .reading, token: token.bits)
    } catch {
      if connection.process.connections.isEmpty { forget(connection.process) }
      return
    }
    connections[connection.id] = connection
    connection.process.connections.append(connection.id)
    quotas.connectionOpened(by: connection.peer.user)
    if connection.process.hasEnded { deafen(connection) }
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
  /// still lives; otherwise the pid may be a stranger's.
  private func identify(
    _ credentials: PeerCredentials,
    _ socket: borrowing Socket
  ) -> (ClientProcess, ProcessInformation?) {
    guard credentials.pid > 0 else { return (unseenProcess(), nil) }
    do throws(Errno) {
      let descriptor = try socket.peerProcess(credentials)
      let information = try ProcessInformation.read(pid: credentials.pid)
      guard try !descriptor.hasEnded() else { throw Errno(.pidfd_open, ESRCH) }
      let (pid, startTime) = (credentials.pid, information.startTime)
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
