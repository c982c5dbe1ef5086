/// `session.silenceSecondaryAudioHint`: whether secondary audio should be silent (R45).
package struct SessionSilenceSecondaryAudioHint: Notification {
  package var session: UInt64
  /// Secondary audio should be silent from now on.
  package var isSilenced: Bool

  package init(session: UInt64, isSilenced: Bool) {
    self.session = session
    self.isSilenced = isSilenced
  }

  package static let method = NotificationMethod.sessionSilenceSecondaryAudioHint

  package static let specification = NotificationSpecification(
    "Secondary audio should be silent from now on, or no longer needs to be.",
    parameters: [
      .required("session", .session, "The session."),
      .required("type", .word(["begin", "end"]), "Whether that begins or ends."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("type", isSilenced ? "begin" : "end")
  }
}
