import AudioSessionArbitration
import AudioSessionSystem

/// The identity of a peer according to the kernel; nothing in it is the client's own statement.
///
/// Every session that the peer opened refers to it, and so does the log, even after the peer left.
final class PeerIdentity: Sendable {
  /// The process's pid; nil if it is in a PID namespace that we can't see.
  let pid: Int32?
  let user: UserID
  let gid: UInt32
  let process: ProcessID
  let comm: String?
  let unit: String?
  let userUnit: String?

  init(
    credentials: PeerCredentials,
    process: ProcessID,
    information: ProcessInformation? = nil
  ) {
    pid = credentials.pid > 0 ? credentials.pid : nil
    user = UserID(credentials.uid)
    gid = credentials.gid
    self.process = process
    comm = information?.comm
    unit = information?.unit
    userUnit = information?.userUnit
  }

  /// Creates the identity of a process that doesn't exist, for simulations.
  init(imaginedBy user: UserID, gid: UInt32, unit: String? = nil, userUnit: String? = nil) {
    pid = nil
    self.user = user
    self.gid = gid
    process = ProcessID(.max)
    comm = nil
    self.unit = unit
    self.userUnit = userUnit
  }

  /// The owner that the core knows it as.
  var owner: Owner { Owner(process: process, user: user) }
}

/// The name of an application, which is valid only within its user (R52).
struct ApplicationName: Hashable {
  var user: UserID
  var name: String
}

extension PeerIdentity {
  /// A description for messages; nothing in it is chosen by the peer.
  var inWords: String {
    let process = pid.map { "process \($0)" } ?? "a process"
    return "\(process) of user \(user.number)"
  }
}

extension Journal {
  /// Returns the fields that identify a peer, according to the kernel.
  static func fields(of peer: PeerIdentity) -> [Field] {
    var fields = [Field("PEER_UID", peer.user.number)]
    if let pid = peer.pid { fields.append(Field("PEER_PID", pid)) }
    if let unit = peer.unit { fields.append(Field("PEER_UNIT", unit)) }
    return fields
  }
}
