package import AudioSessionSchema
package import AudioSessionTypes

/// A decision as the wire shows it, without its number.
package struct DecisionObject: Equatable, Sendable {
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
}

extension DecisionObject: DescribedObject {
  package static var unsent: DecisionObject? {
    DecisionObject(
      at: .unknown,
      cause: Cause(nil),
      rules: RuleSet(),
      cells: [],
      changes: [],
      closed: []
    )
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: DecisionObject?,
    of archive: inout A
  ) throws(A.Fault) -> DecisionObject {
    DecisionObject(
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
