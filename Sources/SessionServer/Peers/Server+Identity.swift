import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile
import EventLoop
import Glibc

/// Who a peer is, and what he may do, by the kernel's word.
extension Server {
  /// The process that connected: one that is known, or a new one.
  ///
  /// What `/proc` says is about the peer only if the peer's own descriptor says afterwards that it
  /// still lives; otherwise the pid may be a stranger's. Where `/proc` hides a living peer, it is
  /// known by its pid alone, without a name and units: its own descriptor guards the pid.
  ///
  /// - Throws: That there is no room to find out: `EMFILE`, `ENFILE`, `ENOMEM`, `ENOBUFS` or
  ///   `ENOSPC`. Then nothing is known of the peer, not even that it hides.
  func identify(
    _ credentials: PeerCredentials,
    _ socket: borrowing Socket
  ) throws(Errno) -> (ClientProcess, ProcessInformation?) {
    guard credentials.pid > 0 else { return (unseenProcess(), nil) }
    do throws(Errno) {
      let descriptor = try socket.peerProcess(credentials)
      let information = try information(on: credentials.pid)
      guard try !descriptor.hasEnded() else { throw Errno(.pidfd_open, ESRCH) }
      let startTime = information?.startTime ?? 0
      let process = try known(descriptor, pid: credentials.pid, startTime: startTime)
      return (process, information)
    } catch {
      if error.isShortage { throw error }
      // It has ended already: what it wrote is still carried out.
      let process = unseenProcess()
      process.hasEnded = error.code == ESRCH || error.code == ENOENT
      return (process, nil)
    }
  }

  /// The process that the descriptor holds: one that is known, or a new one, whose end is noticed
  /// from now on.
  func known(
    _ descriptor: consuming ProcessDescriptor,
    pid: Int32,
    startTime: UInt64
  ) throws(Errno) -> ClientProcess {
    if let process = processes.known(pid: pid, startTime: startTime) { return process }
    return try watch(processes.add(pid: pid, startTime: startTime, descriptor))
  }

  /// What `/proc` says, nil where it hides the process.
  private func information(on pid: Int32) throws(Errno) -> ProcessInformation? {
    do { return try ProcessInformation.read(pid: pid) } catch {
      if error.isShortage { throw error }
      return nil
    }
  }

  /// The end of the process is noticed from now on; one that can't be watched isn't known.
  private func watch(_ process: ClientProcess) throws(Errno) -> ClientProcess {
    guard let number = process.descriptorNumber else { return process }
    do {
      try poller.register(number, for: .reading, token: Token.process(process.id).bits)
    } catch {
      processes.remove(process)
      throw error
    }
    return process
  }

  private func unseenProcess() -> ClientProcess {
    processes.add(pid: 0, startTime: 0, nil)
  }

  /// What a connection may do, by the configuration in force.
  func grants(of connection: Connection) -> PeerGrants {
    grants(of: connection.peer, groups: namedGroups(of: connection.socket))
  }

  /// What a peer may do, by the configuration in force.
  ///
  /// - Parameters:
  ///   - peer: Who it is.
  ///   - groups: The peer's supplementary groups, as far as a grant names them.
  /// - Returns: The grants.
  func grants(of peer: PeerIdentity, groups: [UInt32]) -> PeerGrants {
    grants(of: peer, groups: groups, by: settings)
  }

  /// What a peer may do by these settings.
  func grants(of peer: PeerIdentity, groups: [UInt32], by settings: Settings) -> PeerGrants {
    settings.grants(of: peer, groups: groups, byUserUnit: options.instanceUser != nil)
  }

  /// Those of the peer's supplementary groups that a grant names.
  ///
  /// A user may have tens of thousands; the kernel keeps the list with the socket, so nothing of it
  /// is kept here.
  func namedGroups(of socket: borrowing Socket) -> [UInt32] {
    namedGroups(of: socket, by: settings)
  }

  /// Those that a grant of these settings names.
  func namedGroups(of socket: borrowing Socket, by settings: Settings) -> [UInt32] {
    let named = settings.namedGroups
    guard !named.isEmpty, let groups = try? socket.peerGroups() else { return [] }
    return groups.filter(named.contains)
  }
}

extension Errno {
  /// There is no room now: nothing is said about what was asked for.
  var isShortage: Bool {
    switch code {
    case EMFILE, ENFILE, ENOMEM, ENOBUFS, ENOSPC: true
    default: false
    }
  }
}
