package import AudioSessionSchema
package import AudioSessionTypes

/// `session.report`: reports what a session's sound does.
package struct SessionReport: Equatable, Sendable {
  package var reference: SessionReference
  /// The report but for the preferred input, whose name is yet to be numbered.
  package var report: Report
  package var preferredInput: NameParameter?

  package init(
    reference: SessionReference,
    report: Report,
    preferredInput: NameParameter? = nil
  ) {
    self.reference = reference
    self.report = report
    self.preferredInput = preferredInput
  }
}

extension SessionReport: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionReport?,
    of archive: inout A
  ) throws(A.Fault) -> SessionReport {
    let reference = try SessionReference.members(it?.reference, of: &archive)
    var report = try sound(it?.report, of: &archive)
    let preferredInput = try archive.optional(
      "preferredInput",
      it?.preferredInput,
      .nullable(.name),
      "The `portID` of the input from which its program prefers to record; null: none."
    )
    let override = try archive.optional(
      "outputOverride",
      it?.report.overridesOutput.map { $0 ? OutputOverride.speaker : .none },
      .choice(of: OutputOverride.self),
      "Where its program wants what it plays to go, whatever the route; speaker only in playAndRecord."
    )
    report.overridesOutput = override.map { $0 == .speaker }
    return SessionReport(reference: reference, report: report, preferredInput: preferredInput)
  }

  private static func sound<A: Archive & ~Copyable>(
    _ it: Report?,
    of archive: inout A
  ) throws(A.Fault) -> Report {
    Report(
      playing: try archive.optional(
        "playing",
        it?.playing,
        "Whether its output runs; while interrupted, whether the user wants it to."
      ),
      recording: try archive.optional(
        "recording",
        it?.recording,
        "Whether its input runs; true may be refused."
      ),
      foreground: try archive.optional(
        "foreground",
        it?.foreground,
        "Whether its application is in the foreground."
      ),
      inputMuted: try archive.optional(
        "inputMuted",
        it?.inputMuted,
        "Whether its program wants what it records to be silent."
      ),
      outputMuted: try archive.optional(
        "outputMuted",
        it?.outputMuted,
        "Whether its program wants what it plays to be silent."
      )
    )
  }

  static let specification = MethodSpecification(
    "Reports whether a session plays, records, is in the foreground, mutes itself, or where it wants its sound to go.",
    parameters: members,
    result: SessionObject.shape,
    example: #"{"session":7,"playing":true}"#
  )
}

/// Where what a session plays is to go, in Apple's words.
package enum OutputOverride: String, DescribedWord, Sendable, BitwiseCopyable {
  /// Where the route leads.
  case none
  /// To the loudspeaker.
  case speaker
}
