import Arbitration
import AudioSessionSystem

/// Who opened a connection, by the kernel's word; nothing a client says about itself is in here.
///
/// It is kept by reference with every session that the peer opened, and in the log, after it left.
final class PeerIdentity: Sendable {
  /// The process, nil if it is in a PID namespace that we can't see.
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

  /// A process that isn't there, for trying out.
  init(imaginedBy user: UserID, gid: UInt32, unit: String? = nil, userUnit: String? = nil) {
    pid = nil
    self.user = user
    self.gid = gid
    process = ProcessID(.max)
    comm = nil
    self.unit = unit
    self.userUnit = userUnit
  }

  /// What the core knows of it as an owner.
  var owner: Owner { Owner(process: process, user: user) }
}

/// An application that was named: the name counts only within its user (R52).
struct ApplicationName: Hashable {
  var user: UserID
  var name: String
}

extension PeerIdentity {
  /// For messages: nothing in it is the peer's own choice.
  var inWords: String {
    let process = pid.map { "process \($0)" } ?? "a process"
    return "\(process) of user \(user.number)"
  }
}

extension Journal {
  /// Who a peer is, by the kernel's word.
  static func fields(of peer: PeerIdentity) -> [Field] {
    var fields = [Field("PEER_UID", peer.user.number)]
    if let pid = peer.pid { fields.append(Field("PEER_PID", pid)) }
    if let unit = peer.unit { fields.append(Field("PEER_UNIT", unit)) }
    return fields
  }
}
