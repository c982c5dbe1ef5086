package import AudioSessionTypes

/// `session.report`: what the session's sound really does.
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
    "Tells whether a session plays, records, is in the foreground.",
    parameters: SessionReference.members + [
      .optional("playing", .boolean, "While interrupted: whether the user wants it to."),
      .optional("recording", .boolean, "Whether its input runs; true may be refused."),
      .optional("foreground", .boolean, "Whether the user sees it."),
    ],
    result: .component(.session),
    example: #"{"session":7,"playing":true}"#
  )
}
