import CAudioSessionLinux
import Glibc

/// Who connected, as the kernel saw it when they did; see `SO_PEERCRED` in unix(7).
package struct PeerCredentials: Equatable, Sendable, BitwiseCopyable {
  /// The process, or 0 if it is in a PID namespace that we can't see into.
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
  /// Who connected, by the kernel's word.
  package func peerCredentials() throws(Errno) -> PeerCredentials {
    var peer = audiosession_peer()
    try SystemCall.perform(.getsockopt) { audiosession_peer_credentials(number, &peer) }
    return PeerCredentials(pid: peer.pid, uid: peer.uid, gid: peer.gid)
  }

  /// The supplementary groups of who connected, as they were then.
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

  /// A descriptor of the process that connected.
  ///
  /// Before Linux 6.5 the pid of the credentials is looked up, which finds a stranger if the peer
  /// has ended and its number was given away in the meantime.
  ///
  /// - Throws: Among others `ESRCH`: the process has ended and was waited for.
  package func peerProcess(_ credentials: PeerCredentials) throws(Errno) -> ProcessDescriptor {
    do {
      let process = try SystemCall.perform(.getsockopt) { audiosession_peer_pidfd(number) }
      return ProcessDescriptor(FileDescriptor(process))
    } catch {
      guard error.code == ENOPROTOOPT else { throw error }
      return try ProcessDescriptor(pid: credentials.pid)
    }
  }
}
