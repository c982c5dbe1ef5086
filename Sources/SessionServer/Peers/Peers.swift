import Arbitration
import AudioSessionSystem
import Glibc

/// The processes that connected, or that sessions belong to, by the kernel's word.
///
/// A process is known as long as it has a connection or a session that needs none; its end is
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

  /// The process that has this pid now, if it is known (R47).
  func living(pid: Int32) -> ClientProcess? { processes.living(pid: pid) }

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
  ) throws(Errno) -> (process: ClientProcess, identity: PeerIdentity) {
    let (process, information) = try process(credentials, socket)
    let identity = PeerIdentity(
      credentials: credentials,
      process: process.id,
      information: information
    )
    return (process, identity)
  }

  /// The living process of that pid, by its own descriptor.
  ///
  /// - Returns: The process, its user and group; nil if there is none, or none that can be seen.
  /// - Throws: That there is no room to find out.
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

  /// Adds a process that can't be seen: it is a process for each of its connections.
  func addUnseen(pid: Int32 = 0, startTime: UInt64 = 0) -> ClientProcess {
    processes.add(pid: pid, startTime: startTime, nil)
  }

  /// Notes that a process has sessions that need no connection, or has none any more.
  func note(_ id: ProcessID, hasSessions: Bool) {
    guard let process = processes[id] else { return }
    process.hasSessions = hasSessions
    forgetIfUnused(process)
  }

  /// The process has ended; what its sockets still hold is read all the same.
  func end(_ process: ClientProcess) {
    process.hasEnded = true
    unwatch(process)
  }

  /// Forgets a process that has neither connections nor sessions that need none.
  func forgetIfUnused(_ process: ClientProcess) {
    if process.connections.isEmpty, !process.hasSessions { forget(process) }
  }

  /// Forgets a process, whatever it has: its leases go on without it.
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
      // It has ended already: what it wrote is still carried out.
      let process = addUnseen()
      process.hasEnded = error.code == ESRCH || error.code == ENOENT
      return (process, nil)
    }
  }

  /// The process that the descriptor holds: one that is known, or a new one, whose end is noticed
  /// from now on.
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
      // One that can't be watched isn't known.
      processes.remove(process)
      throw error
    }
    return process
  }

  /// What `/proc` says, nil where it hides the process.
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

extension Errno {
  /// There is no room now: nothing is said about what was asked for.
  var isShortage: Bool {
    switch code {
    case EMFILE, ENFILE, ENOMEM, ENOBUFS, ENOSPC: true
    default: false
    }
  }
}
