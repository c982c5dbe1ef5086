package import AudioSessionTypes

/// `server.decision`: what was decided, and why.
package struct ServerDecision: Notification {
  package var cause: Cause
  package var rules: RuleSet
  /// Squares of the pair table, by their names.
  package var cells: [String]
  /// Sessions that look otherwise than before, those that ended included.
  package var changes: [SessionObject]
  /// Sessions that ended.
  package var closed: [UInt64]

  package init(
    cause: Cause,
    rules: RuleSet,
    cells: [String],
    changes: [SessionObject],
    closed: [UInt64]
  ) {
    self.cause = cause
    self.rules = rules
    self.cells = cells
    self.changes = changes
    self.closed = closed
  }

  package static let method = NotificationMethod.serverDecision

  package static let specification = NotificationSpecification(
    "A decision was taken.",
    parameters: [
      .required("cause", .component(.cause), "What it came of."),
      .required("rules", .list(.text), "The rules that it rests on."),
      .required("cells", .list(.text), "The squares of the pair table that said something."),
      .required("changes", .list(.component(.session)), "The sessions that changed."),
      .required("closed", .list(.session), "Those of them that ended."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("cause", cause)
    writer.member("rules", rules)
    writer.member("cells", cells)
    writer.member("changes", changes)
    writer.member("closed", closed)
  }
}
