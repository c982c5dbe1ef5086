package import AudioSessionSchema
package import AudioSessionTypes

/// `server.decision`: a decision, its cause and the rules it rests on.
package struct ServerDecision: Notification {
  package var at: Time
  package var cause: Cause
  package var rules: RuleSet
  /// The names of squares of the pair table.
  package var cells: [String]
  /// The sessions that changed, those that ended included.
  package var changes: [SessionObject]
  /// The sessions that ended.
  package var closed: [UInt64]

  package init(
    at: Time,
    cause: Cause,
    rules: RuleSet,
    cells: [String],
    changes: [SessionObject],
    closed: [UInt64]
  ) {
    self.at = at
    self.cause = cause
    self.rules = rules
    self.cells = cells
    self.changes = changes
    self.closed = closed
  }

  package static let method = NotificationMethod.serverDecision

  package static let specification = NotificationSpecification(
    "A decision was made.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: ServerDecision?,
    of archive: inout A
  ) throws(A.Fault) -> ServerDecision {
    ServerDecision(
      at: try archive.member("at", it?.at, "The time of the decision."),
      cause: try archive.member("cause", it?.cause, "Its cause."),
      rules: try archive.member("rules", it?.rules, "The rules it rests on."),
      cells: try archive.member(
        "cells",
        it?.cells,
        "The squares of the pair table that it rests on."
      ),
      changes: try archive.member("changes", it?.changes, "The sessions that changed."),
      closed: try archive.member("closed", it?.closed, .list(.session), "Those of them that ended.")
    )
  }
}
