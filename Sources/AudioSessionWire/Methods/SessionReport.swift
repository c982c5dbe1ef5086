/// `session.report`: what the session's sound really does.
package struct SessionReport: Equatable, Sendable {
  package var reference: SessionReference
  package var playing: Bool?
  package var recording: Bool?
  package var foreground: Bool?

  package init(
    reference: SessionReference,
    playing: Bool? = nil,
    recording: Bool? = nil,
    foreground: Bool? = nil
  ) {
    self.reference = reference
    self.playing = playing
    self.recording = recording
    self.foreground = foreground
  }

  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
    playing = parameters.bool("playing")
    recording = parameters.bool("recording")
    foreground = parameters.bool("foreground")
  }

  static let description = MethodDescription(
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
