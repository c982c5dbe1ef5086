/// The names and owner of a session; immutable, so that all objects of the session and the log
/// share it.
package final class SessionIdentity: Sendable {
  /// What the session was named; nil if nothing was, as of most sessions.
  private let names: Names?
  /// The peer that owns the session.
  package let peer: PeerIdentity
  /// The peer that operates the session; not the owner if it was opened on behalf of another
  /// process.
  package let opener: PeerIdentity

  private final class Names: Sendable {
    let name: String?
    let leaseName: String?
    let application: String?
    let zone: String?
    let textBytes: Int

    init(_ name: String?, _ leaseName: String?, _ application: String?, _ zone: String?) {
      (self.name, self.leaseName, self.application, self.zone) = (
        name, leaseName, application, zone
      )
      textBytes = name.bytes + leaseName.bytes + application.bytes + zone.bytes
    }
  }

  /// - Parameters:
  ///   - name: The session's name, if it has one.
  ///   - leaseName: The lease's name, if the session is a lease.
  ///   - application: The application that was named, if one was.
  ///   - zone: The zone's name; nil for none.
  ///   - peer: The owner.
  ///   - opener: The peer that operates the session; nil for the owner.
  package init(
    name: String?,
    leaseName: String? = nil,
    application: String? = nil,
    zone: String? = nil,
    peer: PeerIdentity,
    opener: PeerIdentity? = nil
  ) {
    let isNamed = (name ?? leaseName ?? application ?? zone) != nil
    names = isNamed ? Names(name, leaseName, application, zone) : nil
    self.peer = peer
    self.opener = opener ?? peer
  }

  package var name: String? { names?.name }
  package var leaseName: String? { names?.leaseName }
  /// The application that the session belongs to, if one was named.
  package var application: String? { names?.application }
  package var zone: String? { names?.zone }

  /// The number of bytes of all texts.
  var textBytes: Int { (names?.textBytes ?? 0) + peer.textBytes }
}

extension SessionIdentity: Equatable {
  package static func == (left: SessionIdentity, right: SessionIdentity) -> Bool {
    left === right
      || left.name == right.name && left.leaseName == right.leaseName
        && left.application == right.application && left.zone == right.zone
        && left.peer == right.peer && left.opener == right.opener
  }
}

/// The identity of a peer according to the kernel; nothing in it is the client's own statement.
///
/// Every session that the peer opened refers to it, and so does the log, even after the peer left.
package final class PeerIdentity: Sendable {
  /// The process's pid; nil if it is in a PID namespace that we can't see.
  package let pid: Int32?
  package let uid: UInt32
  package let gid: UInt32
  /// The daemon's number of the process.
  package let processNumber: UInt64
  package let comm: String?
  package let unit: String?
  package let userUnit: String?

  package init(
    pid: Int32? = nil,
    uid: UInt32,
    gid: UInt32 = 0,
    processNumber: UInt64 = 0,
    comm: String? = nil,
    unit: String? = nil,
    userUnit: String? = nil
  ) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
    self.processNumber = processNumber
    self.comm = comm
    self.unit = unit
    self.userUnit = userUnit
  }
}

extension PeerIdentity {
  fileprivate var textBytes: Int { comm.bytes + unit.bytes + userUnit.bytes }
}

extension String? {
  /// The number of bytes; 0 if there is no text.
  fileprivate var bytes: Int { self?.utf8.count ?? 0 }
}

extension PeerIdentity: Equatable {
  package static func == (left: PeerIdentity, right: PeerIdentity) -> Bool {
    left === right
      || left.pid == right.pid && left.uid == right.uid && left.gid == right.gid
        && left.processNumber == right.processNumber && left.comm == right.comm
        && left.unit == right.unit && left.userUnit == right.userUnit
  }
}
