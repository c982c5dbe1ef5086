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
    parameters: [
      .required("at", .time, "The time of the decision."),
      .required("cause", .component(.cause), "Its cause."),
      .required("rules", .list(.text), "The rules it rests on."),
      .required("cells", .list(.text), "The squares of the pair table that it rests on."),
      .required("changes", .list(.component(.session)), "The sessions that changed."),
      .required("closed", .list(.session), "Those of them that ended."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("at", at)
    writer.member("cause", cause)
    writer.member("rules", rules.names)
    writer.member("cells", cells)
    writer.member("changes", changes)
    writer.member("closed", closed)
  }
}
