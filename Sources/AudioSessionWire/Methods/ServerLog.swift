import AudioSessionJSON
package import AudioSessionSchema

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

/// One decision in the log (R55), with 64 changed sessions at most.
///
/// A client can read the parameters of `server.decision` as one, too: they leave nothing out.
package struct LogEntry: Equatable, Sendable {
  package var seq: UInt64
  package var decision: DecisionObject
  package var changesLeftOut: Int

  package init(seq: UInt64, _ decision: DecisionObject, changesLeftOut: Int = 0) {
    self.seq = seq
    self.decision = decision
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
  package static var unsent: LogEntry? { DecisionObject.unsent.map { LogEntry(seq: 0, $0) } }

  package static func members<A: Archive & ~Copyable>(
    _ it: LogEntry?,
    of archive: inout A
  ) throws(A.Fault) -> LogEntry {
    LogEntry(
      seq: try archive.member("seq", it?.seq, "The decision's number."),
      try DecisionObject.members(it?.decision, of: &archive),
      changesLeftOut: try archive.member(
        "changesLeftOut",
        it?.changesLeftOut,
        "The number of changed sessions that are left out."
      )
    )
  }
}
