package import AudioSessionTypes

/// `server.log`: the latest decisions.
package struct ServerLog: Equatable, Sendable {
  /// 1…1,024.
  package var limit = 100
  /// Only decisions after this one.
  package var since: UInt64?
  /// Only decisions before this one.
  package var before: UInt64?
}

extension ServerLog: RequestBody {
  init(_ parameters: borrowing Parameters) {
    if let limit = parameters.integer("limit") { self.limit = Int(limit) }
    since = parameters.unsigned("since")
    before = parameters.unsigned("before")
  }

  var request: Request { .serverLog(self) }

  static let specification = MethodSpecification(
    "Shows the latest decisions, oldest first.",
    parameters: [
      .optional(
        "limit",
        .integer(1...1024),
        "The most decisions to show; default \(ServerLog().limit)."
      ),
      .optional("since", .count, "Only decisions after this number."),
      .optional("before", .count, "Only decisions before this number."),
    ],
    result: .object(LogResult<LogEntry>.members),
    example: #"{"limit":20}"#
  )
}

/// The result of `server.log`; `Entry` is a ``LogEntry``, or one that is written already.
package struct LogResult<Entry: JSONEncodable & Sendable>: Sendable {
  /// Oldest first.
  package var decisions: [Entry]
  /// Older decisions were left out.
  package var more: Bool

  package init(decisions: [Entry], more: Bool) {
    self.decisions = decisions
    self.more = more
  }
}

/// One decision in the log (R55).
package struct LogEntry: Equatable, Sendable {
  package var seq: UInt64
  package var at: Time
  package var cause: Cause
  package var rules: RuleSet
  /// The names of squares of the pair table.
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
}

extension LogResult: RowEncodable {
  package static var rows: [Row<LogResult>] {
    [
      .required(
        "decisions",
        .list(.object(LogEntry.members)),
        "The decisions, oldest first.",
        \.decisions
      ),
      .required("more", .boolean, "Whether older ones were left out.", \.more),
    ]
  }
}

extension LogEntry: RowEncodable {
  package static let rows: [Row<LogEntry>] = [
    .required("seq", .count, "The decision's number.", \.seq),
    .required("at", .time, "The time of the decision.", \.at),
    .required("cause", .component(.cause), "Its cause.", \.cause),
    .required("rules", .list(.text), "The rules it rests on.") { $0.rules.names },
    .required("cells", .list(.text), "The squares of the pair table that it rests on.", \.cells),
    .required("changes", .list(.component(.session)), "The sessions that changed.", \.changes),
    .required("closed", .list(.session), "Those of them that ended.", \.closed),
    .required(
      "changesLeftOut",
      .count,
      "The number of changed sessions that are left out.",
      \.changesLeftOut
    ),
  ]
}
