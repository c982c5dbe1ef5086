import AudioSessionArbitration
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// The processes that connected or that sessions belong to, according to the kernel.
///
/// A process is known as long as it has a connection, or a session that needs none; its end is
/// noticed at once.
final class Peers {
  private var processes = Processes()
  private let loop: Loop
  private let journal: Journal

  init(loop: Loop, journal: Journal) {
    self.loop = loop
    self.journal = journal
  }

  subscript(id: ProcessID) -> ClientProcess? { processes[id] }

  /// Returns the living process that has this pid, if it is known (R47).
  func living(pid: Int32) -> ClientProcess? { processes.living(pid: pid) }

  /// Returns the process that connected, which is added if it isn't known.
  ///
  /// What `/proc` says applies to the peer only if the peer's own descriptor reports afterwards
  /// that it still lives; otherwise the pid may have been reused. A living peer that `/proc` hides
  /// is known by its pid alone, without a name and units: its own descriptor guards the pid.
  ///
  /// - Throws: `EMFILE`, `ENFILE`, `ENOMEM`, `ENOBUFS` or `ENOSPC` if there is no room to find out.
  ///   Then nothing is known of the peer, not even whether it is hidden.
  func identify(
    _ credentials: PeerCredentials,
    _ socket: borrowing Socket
  ) throws(Errno) -> (process: ClientProcess, identity: PeerIdentity) {
    let (process, information) = try process(credentials, socket)
    let identity = PeerIdentity(
      credentials: credentials,
      process: process.id,
      information: information
    )
    if let known = process.identity, known == identity { return (process, known) }
    process.identity = identity
    return (process, identity)
  }

  /// Identifies the living process with that pid, by a descriptor of the process.
  ///
  /// - Returns: The process, its user and group; nil if it has ended, is hidden, or isn't allowed.
  /// - Throws: An error if there is no room to find out.
  func identify(
    pid: Int32,
    where isAllowed: (PeerCredentials) -> Bool
  ) throws(Errno) -> PeerIdentity? {
    do throws(Errno) {
      let descriptor = try ProcessDescriptor(pid: pid)
      let credentials = try ProcessInformation.credentials(pid: pid)
      let information = try ProcessInformation.read(pid: pid)
      guard try !descriptor.hasEnded(), isAllowed(credentials) else { return nil }
      let process = try known(descriptor, pid: pid, startTime: information.startTime)
      return PeerIdentity(credentials: credentials, process: process.id, information: information)
    } catch {
      if error.isShortage { throw error }
      return nil
    }
  }

  /// Adds a process that can't be seen; each of its connections counts as a separate process.
  func addUnseen(pid: Int32 = 0, startTime: UInt64 = 0) -> ClientProcess {
    processes.add(pid: pid, startTime: startTime, nil)
  }

  /// Records whether a process has sessions that need no connection.
  func note(_ id: ProcessID, hasSessions: Bool) {
    guard let process = processes[id] else { return }
    process.hasSessions = hasSessions
    forgetIfUnused(process)
  }

  /// Records that a process has ended; what its sockets still hold is read nevertheless.
  func end(_ process: ClientProcess) {
    process.hasEnded = true
    unwatch(process)
  }

  /// Forgets a process that has neither connections nor sessions that need none.
  func forgetIfUnused(_ process: ClientProcess) {
    if process.connections.isEmpty, !process.hasSessions { forget(process) }
  }

  /// Forgets a process, whatever it has; its leases continue without it.
  func forget(_ process: ClientProcess) {
    guard processes[process.id] != nil else { return }
    if !process.hasEnded { unwatch(process) }
    processes.remove(process)
  }

  private func process(
    _ credentials: PeerCredentials,
    _ socket: borrowing Socket
  ) throws(Errno) -> (ClientProcess, ProcessInformation?) {
    guard credentials.pid > 0 else { return (addUnseen(), nil) }
    do throws(Errno) {
      let descriptor = try socket.peerProcess(credentials)
      let information = try information(on: credentials.pid)
      guard try !descriptor.hasEnded() else { throw Errno(.pidfd_open, ESRCH) }
      let startTime = information?.startTime ?? 0
      let process = try known(descriptor, pid: credentials.pid, startTime: startTime)
      return (process, information)
    } catch {
      if error.isShortage { throw error }
      // The process has already ended; what it wrote is still carried out.
      let process = addUnseen()
      process.hasEnded = error.code == ESRCH || error.code == ENOENT
      return (process, nil)
    }
  }

  /// Returns the process that the descriptor refers to; a new one is added and its end watched for.
  private func known(
    _ descriptor: consuming ProcessDescriptor,
    pid: Int32,
    startTime: UInt64
  ) throws(Errno) -> ClientProcess {
    if let process = processes.known(pid: pid, startTime: startTime) { return process }
    let process = processes.add(pid: pid, startTime: startTime, descriptor)
    guard let number = process.descriptorNumber else { return process }
    do {
      try loop.watch(number, as: .process(process.id))
    } catch {
      // A process that can't be watched must not be known.
      processes.remove(process)
      throw error
    }
    return process
  }

  /// Reads what `/proc` says; returns nil where it hides the process.
  private func information(on pid: Int32) throws(Errno) -> ProcessInformation? {
    do { return try ProcessInformation.read(pid: pid) } catch {
      if error.isShortage { throw error }
      return nil
    }
  }

  private func unwatch(_ process: ClientProcess) {
    guard let number = process.descriptorNumber else { return }
    do { try loop.forget(number) } catch {
      journal.write(.failed, "can't forget a process: \(error)")
    }
  }
}
