/// `session.report`: what the session's sound really does.
package struct SessionReport: Equatable, Sendable {
  package var session: UInt64
  package var playing: Bool?
  package var recording: Bool?
  package var foreground: Bool?

  package init(
    session: UInt64,
    playing: Bool? = nil,
    recording: Bool? = nil,
    foreground: Bool? = nil
  ) {
    self.session = session
    self.playing = playing
    self.recording = recording
    self.foreground = foreground
  }

  init(_ parameters: borrowing Parameters) {
    session = parameters.session
    playing = parameters.bool("playing")
    recording = parameters.bool("recording")
    foreground = parameters.bool("foreground")
  }

  static let description = MethodDescription(
    "Tells whether a session plays, records, is in the foreground.",
    parameters: [
      .required("session", .session, "The session."),
      .optional("playing", .boolean, "While interrupted: whether the user wants it to."),
      .optional("recording", .boolean, "Whether its input runs; true may be refused."),
      .optional("foreground", .boolean, "Whether the user sees it."),
    ],
    result: .component(.session),
    example: #"{"session":7,"playing":true}"#
  )
}
