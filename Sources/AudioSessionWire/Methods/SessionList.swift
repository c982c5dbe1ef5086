/// `session.list`: shows all sessions.
struct SessionList: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .sessionList }

  static let specification = MethodSpecification(
    "Shows all sessions, by number.",
    result: .object(SessionListResult.members)
  )
}

/// All sessions as of one decision.
package struct SessionListResult: Equatable, Sendable {
  /// By number.
  package var sessions: [SessionObject]
  package var seq: UInt64
  package var epoch: Epoch

  package init(sessions: [SessionObject], seq: UInt64, epoch: Epoch) {
    self.sessions = sessions
    self.seq = seq
    self.epoch = epoch
  }
}

extension SessionListResult: RowEncodable {
  package static let rows: [Row<SessionListResult>] = [
    .required("sessions", .list(.component(.session)), "All sessions, by number.", \.sessions),
    .required("seq", .count, "The latest decision.", \.seq),
    .required("epoch", .text, "The daemon's current epoch.", \.epoch),
  ]
}
