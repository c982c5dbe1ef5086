/// `server.log`: the latest decisions.
package struct ServerLog: Equatable, Sendable {
  /// 1…1,024.
  package var limit: Int
  /// Only decisions after this one.
  package var since: UInt64?
  /// Only decisions before this one.
  package var before: UInt64?

  package init(limit: Int = 100, since: UInt64? = nil, before: UInt64? = nil) {
    self.limit = limit
    self.since = since
    self.before = before
  }

  init(_ parameters: borrowing Parameters) {
    limit = parameters.integer("limit").map(Int.init) ?? 100
    since = parameters.unsigned("since")
    before = parameters.unsigned("before")
  }

  static let description = MethodDescription(
    "Shows the latest decisions, oldest first.",
    parameters: [
      .optional("limit", .integer(1...1024), "How many at most; initially 100."),
      .optional("since", .count, "Only decisions after the one of this number."),
      .optional("before", .count, "Only decisions before the one of this number."),
    ],
    result: .object(LogResult<LogEntry>.members),
    example: #"{"limit":20}"#
  )
}
