package import AudioSessionSchema

/// Whether a machine's bridge is there; the broker says for it that it isn't.
package struct PresenceMessage: DescribedObject, Equatable, Sendable {
  package var status: Status
  /// The bridge that says so: of two with one name, each sees the other's.
  package var bridge: String
  /// The epoch of its sessions; nil while it has no daemon.
  package var epoch: String?
  package var seq: UInt64

  package enum Status: String, DescribedWord, Sendable {
    case online
    /// There is another bridge of this name, for which this one is silent.
    case silent
    case offline
  }

  package init(_ status: Status, bridge: String, epoch: String?, seq: UInt64) {
    self.status = status
    self.bridge = bridge
    self.epoch = epoch
    self.seq = seq
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: PresenceMessage?,
    of archive: inout A
  ) throws(A.Fault) -> PresenceMessage {
    PresenceMessage(
      try archive.member("status", it?.status),
      bridge: try archive.member("bridge", it?.bridge),
      epoch: try archive.nullable("epoch", it.map { $0.epoch }),
      seq: try archive.member("seq", it?.seq)
    )
  }
}
