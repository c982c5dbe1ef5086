package import AudioSessionSchema

/// `session.silenceSecondaryAudioHint`: whether secondary audio should be silent (R45).
package struct SessionSilenceSecondaryAudioHint: Notification {
  package var session: UInt64
  /// Secondary audio should be silent from now on.
  package var isSilenced: Bool

  package init(session: UInt64, isSilenced: Bool) {
    self.session = session
    self.isSilenced = isSilenced
  }

  package static let unsent: Self? = Self(session: 0, isSilenced: false)
  package static let method = NotificationMethod.sessionSilenceSecondaryAudioHint

  package static let specification = NotificationSpecification(
    "Secondary audio should be silent from now on, or no longer needs to be.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionSilenceSecondaryAudioHint?,
    of archive: inout A
  ) throws(A.Fault) -> SessionSilenceSecondaryAudioHint {
    SessionSilenceSecondaryAudioHint(
      session: try archive.member("session", it?.session, .session, "The session."),
      isSilenced: try archive.member(
        "type",
        it.map { $0.isSilenced ? Edge.begin : .end },
        "Whether that begins or ends."
      ) == .begin
    )
  }

  /// The words for the two.
  private enum Edge: String, DescribedWord {
    case begin, end
  }
}
