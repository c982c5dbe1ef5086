package import AudioSessionTypes

/// `session.report`: reports what a session's sound does.
package struct SessionReport: Equatable, Sendable {
  package var reference: SessionReference
  package var report: Report
}

extension SessionReport: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
    report = Report(
      playing: parameters.bool("playing"),
      recording: parameters.bool("recording"),
      foreground: parameters.bool("foreground")
    )
  }

  var request: Request { .sessionReport(self) }

  static let specification = MethodSpecification(
    "Reports whether a session plays, records or is in the foreground.",
    parameters: SessionReference.members + [
      .optional(
        "playing",
        .boolean,
        "Whether its output runs; while interrupted, whether the user wants it to."
      ),
      .optional("recording", .boolean, "Whether its input runs; true may be refused."),
      .optional("foreground", .boolean, "Whether its application is in the foreground."),
    ],
    result: .component(.session),
    example: #"{"session":7,"playing":true}"#
  )
}
