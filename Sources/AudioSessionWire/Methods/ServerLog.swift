package import AudioSessionSchema
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
  package static func members<A: Archive & ~Copyable>(
    _ it: ServerLog?,
    of archive: inout A
  ) throws(A.Fault) -> ServerLog {
    var log = ServerLog()
    let limit = try archive.optional(
      "limit",
      it?.limit,
      .integer(1...1024),
      "The most decisions to show; default 100."
    )
    if let limit { log.limit = limit }
    log.since = try archive.optional("since", it?.since, "Only decisions after this number.")
    log.before = try archive.optional("before", it?.before, "Only decisions before this number.")
    return log
  }

  static let specification = MethodSpecification(
    "Shows the latest decisions, oldest first.",
    parameters: members,
    result: LogResult<LogEntry>.shape,
    example: #"{"limit":20}"#
  )
}

/// The result of `server.log`; `Entry` is a ``LogEntry``, or one that is written already.
package struct LogResult<Entry: Described & Sendable>: Sendable {
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

extension LogResult: DescribedObject, JSONEncodable {
  package static func members<A: Archive & ~Copyable>(
    _ it: LogResult?,
    of archive: inout A
  ) throws(A.Fault) -> LogResult {
    LogResult(
      decisions: try archive.member(
        "decisions",
        it?.decisions,
        .list(LogEntry.shape),
        "The decisions, oldest first."
      ),
      more: try archive.member("more", it?.more, "Whether older ones were left out.")
    )
  }
}

extension LogEntry: DescribedObject, JSONEncodable {
  package static func members<A: Archive & ~Copyable>(
    _ it: LogEntry?,
    of archive: inout A
  ) throws(A.Fault) -> LogEntry {
    LogEntry(
      seq: try archive.member("seq", it?.seq, "The decision's number."),
      at: try archive.member("at", it?.at, "The time of the decision."),
      cause: try archive.member("cause", it?.cause, "Its cause."),
      rules: try archive.member("rules", it?.rules, "The rules it rests on."),
      cells: try archive.member(
        "cells",
        it?.cells,
        "The squares of the pair table that it rests on."
      ),
      changes: try archive.member("changes", it?.changes, "The sessions that changed."),
      closed: try archive.member(
        "closed",
        it?.closed,
        .list(.session),
        "Those of them that ended."
      ),
      changesLeftOut: try archive.member(
        "changesLeftOut",
        it?.changesLeftOut,
        "The number of changed sessions that are left out."
      )
    )
  }
}
