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
