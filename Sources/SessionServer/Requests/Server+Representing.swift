import Arbitration
import AudioSessionSystem
import AudioSessionWire

/// Sessions that a process opens on behalf of another, which may never connect itself.
extension Server {
  /// The process of that pid, if the caller may speak for it: one of its own user's, or with the
  /// grant `system` anybody's.
  ///
  /// What `/proc` says is about it only if its descriptor says afterwards that it still lives.
  func represented(_ pid: Int32, _ inquiry: Inquiry) throws(RPCError) -> PeerIdentity {
    let lacking = "a living process of the caller's own user, or of anybody's with the grant system"
    do throws(Errno) {
      let descriptor = try ProcessDescriptor(pid: pid)
      let credentials = try ProcessInformation.credentials(pid: pid)
      let information = try ProcessInformation.read(pid: pid)
      let isOwn = UserID(credentials.uid) == inquiry.peer.user
      if try !descriptor.hasEnded(), isOwn || inquiry.grants.holds(.system) {
        let process = try known(descriptor, pid: pid, startTime: information.startTime)
        return PeerIdentity(
          credentials: credentials,
          process: process.id,
          information: information
        )
      }
    } catch {
      guard !error.isShortage else {
        journal.write(.failed, "can't look at process \(pid): \(error)", of: inquiry.peer.user)
        throw .internalError
      }
    }
    throw .notPermitted(lacking: lacking)
  }

  /// The process is gone, and so are the sessions that others opened on its behalf (R48).
  func endSessions(onBehalfOf process: ClientProcess) {
    let sessions = names.sessions(onBehalfOf: process.id)
    guard let first = sessions.first else { return }
    let cause = DecisionCause(.event(.connectionEnded), peer: names[first]?.identity.peer)
    decide(.processEnded(sessions: sessions), cause)
    closeNames(sessions)
  }
}
