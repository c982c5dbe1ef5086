package import AudioSessionSchema
package import AudioSessionTypes

/// `system.setSessionMuted`: reports what a session's user has muted of its streams (R60, R68).
package struct SystemSetSessionMuted: Equatable, Sendable {
  package var session: UInt64
  package var muted: SoundDirections
  /// The user has acted to hear what the session's program has muted.
  package var wantsUnmute: Bool

  package init(session: UInt64, muted: SoundDirections, wantsUnmute: Bool) {
    self.session = session
    self.muted = muted
    self.wantsUnmute = wantsUnmute
  }
}

extension SystemSetSessionMuted: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SystemSetSessionMuted?,
    of archive: inout A
  ) throws(A.Fault) -> SystemSetSessionMuted {
    SystemSetSessionMuted(
      session: try archive.member("session", it?.session, .session, "The session."),
      muted: try archive.member(
        "muted",
        it?.muted,
        .list(.choice(of: SoundDirection.self)),
        "The ways of its sound that its user has muted; no others are."
      ),
      wantsUnmute: try archive.optional(
        "wantsUnmute",
        it?.wantsUnmute,
        "Whether the user has acted to hear the output that its program has muted."
      ) ?? false
    )
  }

  static let specification = MethodSpecification(
    """
    Reports that the user has muted or unmuted a session's streams; of another user's session only \
    with the grant system.
    """,
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"session":7,"muted":["output"]}"#
  )
}
