package import AudioSessionTypes

/// What `server.log` is answered with; `Entry` is a ``LogEntry``, or one that is written already.
package struct LogResult<Entry: JSONEncodable & Sendable>: Sendable {
  /// Oldest first.
  package var decisions: [Entry]
  /// Whether older ones were left out.
  package var more: Bool

  package init(decisions: [Entry], more: Bool) {
    self.decisions = decisions
    self.more = more
  }

  static var members: [MemberDescription] {
    [
      .required("decisions", .list(.object(LogEntry.members)), "The decisions, oldest first."),
      .required("more", .boolean, "Whether older ones were left out."),
    ]
  }
}

/// One decision in the log (R55).
package struct LogEntry: Equatable, Sendable {
  package var seq: UInt64
  package var at: Time
  package var cause: Cause
  package var rules: RuleSet
  /// Squares of the pair table, by their names.
  package var cells: [String]
  /// The sessions that changed, 64 at most.
  package var changes: [SessionObject]
  /// Those of them that ended.
  package var closed: [UInt64]
  package var changesLeftOut: Int

  package init(
    seq: UInt64,
    at: Time,
    cause: Cause,
    rules: RuleSet,
    cells: [String],
    changes: [SessionObject],
    closed: [UInt64],
    changesLeftOut: Int
  ) {
    self.seq = seq
    self.at = at
    self.cause = cause
    self.rules = rules
    self.cells = cells
    self.changes = changes
    self.closed = closed
    self.changesLeftOut = changesLeftOut
  }

  static let members: [MemberDescription] = [
    .required("seq", .count, "The number."),
    .required("at", .time, "When."),
    .required("cause", .component(.cause), "What it came of."),
    .required("rules", .list(.text), "The rules that it rests on."),
    .required("cells", .list(.text), "The squares of the pair table that said something."),
    .required("changes", .list(.component(.session)), "The sessions that changed."),
    .required("closed", .list(.session), "Those of them that ended."),
    .required("changesLeftOut", .count, "How many more there were."),
  ]
}

extension LogResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("decisions", decisions)
    writer.member("more", more)
    writer.endObject()
  }
}

extension LogEntry: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("seq", seq)
    writer.member("at", at)
    writer.member("cause", cause)
    writer.member("rules", rules)
    writer.member("cells", cells)
    writer.member("changes", changes)
    writer.member("closed", closed)
    writer.member("changesLeftOut", changesLeftOut)
    writer.endObject()
  }
}
