import CAudioSessionLinux
import Glibc

/// The credentials of a connection's peer, taken by the kernel when it connected; see `SO_PEERCRED`
/// in unix(7).
package struct PeerCredentials: Equatable, Sendable, BitwiseCopyable {
  /// The process, or 0 if it is in a PID namespace that isn't visible to us.
  package var pid: Int32
  package var uid: UInt32
  package var gid: UInt32

  package init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }
}

extension Socket {
  /// The peer's credentials.
  package func peerCredentials() throws(Errno) -> PeerCredentials {
    var peer = audiosession_peer()
    try SystemCall.perform(.getsockopt) { audiosession_peer_credentials(number, &peer) }
    return PeerCredentials(pid: peer.pid, uid: peer.uid, gid: peer.gid)
  }

  /// The peer's supplementary groups, as they were when it connected.
  package func peerGroups() throws(Errno) -> [UInt32] {
    var groups = [UInt32](repeating: 0, count: 64)
    while true {
      var count = UInt32(groups.count)
      do {
        try SystemCall.perform(.getsockopt) {
          audiosession_peer_groups(number, &groups, &count)
        }
        return Array(groups.prefix(Int(count)))
      } catch {
        // The kernel says how many there are; the peer can't change them any more.
        guard error.code == ERANGE, count > groups.count else { throw error }
        groups = [UInt32](repeating: 0, count: Int(count))
      }
    }
  }

  /// A descriptor of the peer's process.
  ///
  /// - Throws: Among others `ESRCH` if the process has ended and was reaped.
  package func peerProcess(_ credentials: PeerCredentials) throws(Errno) -> ProcessDescriptor {
    do {
      let process = try SystemCall.perform(.getsockopt) { audiosession_peer_pidfd(number) }
      return ProcessDescriptor(FileDescriptor(process))
    } catch {
      guard error.code == ENOPROTOOPT else { throw error }
      return try ProcessDescriptor.lookUp(credentials)
    }
  }
}

extension ProcessDescriptor {
  /// The process that has the peer's pid now, for a kernel before Linux 6.5, which can't name the
  /// peer itself.
  ///
  /// If the peer has ended, its pid may have been reused; a process of another user proves that.
  ///
  /// - Throws: `ESRCH` if the process isn't the user's.
  package static func lookUp(_ credentials: PeerCredentials) throws(Errno) -> ProcessDescriptor {
    let process = try ProcessDescriptor(pid: credentials.pid)
    // After the process is held: its number can't change hands between the two.
    let owner = try ProcessInformation.credentials(pid: credentials.pid).uid
    guard owner == credentials.uid else { throw Errno(.pidfd_open, ESRCH) }
    return process
  }
}
