package import AudioSessionSchema
package import AudioSessionTypes

/// `session.muteChange`: the user has muted or unmuted a session's streams, or wants to (R68).
package struct SessionMuteChange: Notification {
  package var session: UInt64
  package var mutedByUser: SoundDirections
  package var wantsUnmute: Bool

  package init(session: UInt64, mutedByUser: SoundDirections, wantsUnmute: Bool = false) {
    self.session = session
    self.mutedByUser = mutedByUser
    self.wantsUnmute = wantsUnmute
  }

  package static let method = NotificationMethod.sessionMuteChange

  package static let specification = NotificationSpecification(
    "The user has muted or unmuted a session's streams, or wants to hear what its program muted.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionMuteChange?,
    of archive: inout A
  ) throws(A.Fault) -> SessionMuteChange {
    SessionMuteChange(
      session: try archive.member("session", it?.session, .session, "The session."),
      mutedByUser: try archive.member(
        "mutedByUser",
        it?.mutedByUser,
        .list(.choice(of: SoundDirection.self)),
        "The ways of its sound that its user has muted; no others are."
      ),
      wantsUnmute: try archive.optional(
        "wantsUnmute",
        it.flatMap { $0.wantsUnmute ? true : nil },
        "True if the user has acted to hear the output that its program has muted."
      ) ?? false
    )
  }
}
