package import AudioSessionSchema
package import AudioSessionTypes

/// `session.report`: reports what a session's sound does.
package struct SessionReport: Equatable, Sendable {
  package var reference: SessionReference
  package var report: Report

  package init(reference: SessionReference, report: Report) {
    self.reference = reference
    self.report = report
  }
}

extension SessionReport: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionReport?,
    of archive: inout A
  ) throws(A.Fault) -> SessionReport {
    SessionReport(
      reference: try SessionReference.members(it?.reference, of: &archive),
      report: Report(
        playing: try archive.optional(
          "playing",
          it?.report.playing,
          "Whether its output runs; while interrupted, whether the user wants it to."
        ),
        recording: try archive.optional(
          "recording",
          it?.report.recording,
          "Whether its input runs; true may be refused."
        ),
        foreground: try archive.optional(
          "foreground",
          it?.report.foreground,
          "Whether its application is in the foreground."
        ),
        inputMuted: try archive.optional(
          "inputMuted",
          it?.report.inputMuted,
          "Whether its program wants what it records to be silent."
        ),
        outputMuted: try archive.optional(
          "outputMuted",
          it?.report.outputMuted,
          "Whether its program wants what it plays to be silent."
        )
      )
    )
  }

  static let specification = MethodSpecification(
    "Reports whether a session plays, records, is in the foreground or mutes itself.",
    parameters: members,
    result: SessionObject.shape,
    example: #"{"session":7,"playing":true}"#
  )
}
