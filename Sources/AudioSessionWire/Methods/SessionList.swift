/// `session.list`: all sessions.
struct SessionList: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .sessionList }

  static let specification = MethodSpecification(
    "Shows all sessions, by number.",
    result: SessionListResult.shape
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

  static let shape = Shape.object([
    .required("sessions", .list(.component(.session)), "All of them, by number."),
    .required("seq", .count, "The latest decision."),
    .required("epoch", .text, "The daemon's present life."),
  ])
}

extension SessionListResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("sessions", sessions)
    writer.member("seq", seq)
    writer.member("epoch", epoch)
    writer.endObject()
  }
}
