import AudioSessionArbitration
import AudioSessionSystem
package import AudioSessionWire

/// What a client of a ``MemoryDaemon`` is by its own word, where a real one asks the kernel.
package struct MemoryPeer: Equatable, Sendable {
  /// The process, 1 or greater; clients that name the same one belong to one process.
  package var pid: Int32
  package var uid: UInt32
  /// The program's name according to the kernel.
  package var comm: String
  /// The grants that it holds besides those that the settings give its user.
  package var grants: Set<Grant>

  /// - Parameters:
  ///   - pid: The process, 1 or greater.
  ///   - uid: The user.
  ///   - comm: The program's name according to the kernel.
  ///   - grants: The grants that it holds; all priorities by default.
  package init(
    pid: Int32,
    uid: UInt32 = 1000,
    comm: String,
    grants: Set<Grant> = [.phoneCall, .ringtone, .alarm, .assistant]
  ) {
    self.pid = pid
    self.uid = uid
    self.comm = comm
    self.grants = grants
  }
}

extension MemoryPeer {
  /// The same as the daemon knows it.
  func identity(in process: ProcessID) -> PeerIdentity {
    PeerIdentity(
      credentials: PeerCredentials(pid: pid, uid: uid, gid: uid),
      process: process,
      information: ProcessInformation(startTime: 0, comm: comm)
    )
  }
}
