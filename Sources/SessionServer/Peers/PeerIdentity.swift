import AudioSessionArbitration
import AudioSessionSystem
import AudioSessionWire

/// The identity of a peer in the core's terms.
extension PeerIdentity {
  convenience init(
    credentials: PeerCredentials,
    process: ProcessID,
    information: ProcessInformation? = nil
  ) {
    self.init(
      pid: credentials.pid > 0 ? credentials.pid : nil,
      uid: credentials.uid,
      gid: credentials.gid,
      processNumber: process.number,
      comm: information?.comm,
      unit: information?.unit,
      userUnit: information?.userUnit
    )
  }

  /// Creates the identity of a process that doesn't exist, for simulations.
  convenience init(
    imaginedBy user: UserID,
    gid: UInt32,
    unit: String? = nil,
    userUnit: String? = nil
  ) {
    self.init(
      pid: nil,
      uid: user.number,
      gid: gid,
      processNumber: .max,
      unit: unit,
      userUnit: userUnit
    )
  }

  var user: UserID { UserID(uid) }
  var process: ProcessID { ProcessID(processNumber) }

  /// The owner that the core knows it as.
  ///
  /// - Parameter wantsLifecycle: Whether the connection asked for lifecycle events.
  /// - Returns: The owner.
  func owner(wantsLifecycle: Bool) -> Owner {
    Owner(process: process, user: user, watchesLifecycle: wantsLifecycle)
  }
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
