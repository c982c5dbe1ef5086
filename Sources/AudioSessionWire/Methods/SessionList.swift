import AudioSessionJSON
package import AudioSessionSchema

/// `session.list`: shows all sessions.
struct SessionList: RequestBody, EmptyObject {
  static let specification = MethodSpecification(
    "Shows all sessions, by number.",
    result: SessionListResult.shape
  )
}

/// All sessions as of one decision.
package struct SessionListResult: Equatable, Sendable {
  package var sessions: SessionListing
  package var seq: UInt64
  package var epoch: Epoch

  package init(sessions: SessionListing, seq: UInt64, epoch: Epoch) {
    self.sessions = sessions
    self.seq = seq
    self.epoch = epoch
  }
}

extension SessionListResult: DescribedObject, JSONEncodable {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionListResult?,
    of archive: inout A
  ) throws(A.Fault) -> SessionListResult {
    SessionListResult(
      sessions: try archive.member("sessions", it?.sessions, "All sessions, by number."),
      seq: try archive.member("seq", it?.seq, "The latest decision."),
      epoch: try archive.member("epoch", it?.epoch, "The daemon's current epoch.")
    )
  }
}
