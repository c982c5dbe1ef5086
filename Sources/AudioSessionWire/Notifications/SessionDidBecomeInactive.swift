package import AudioSessionSchema
package import AudioSessionTypes

/// `session.didBecomeInactive`: a session has become inactive.
package struct SessionDidBecomeInactive: Notification {
  package var session: UInt64
  package var source: DeactivationSource
  /// Set if an interruption is the cause.
  package var reason: InterruptionReason?

  package init(session: UInt64, source: DeactivationSource, reason: InterruptionReason? = nil) {
    self.session = session
    self.source = source
    self.reason = reason
  }

  package static let unsent: Self? = Self(session: 0, source: .system)
  package static let method = NotificationMethod.sessionDidBecomeInactive

  package static let specification = NotificationSpecification(
    "A session has become inactive.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionDidBecomeInactive?,
    of archive: inout A
  ) throws(A.Fault) -> SessionDidBecomeInactive {
    SessionDidBecomeInactive(
      session: try archive.member("session", it?.session, .session, "The session."),
      source: try archive.member("source", it?.source, "The source of the deactivation."),
      reason: try archive.optional("reason", it?.reason, "The reason, if it was interrupted.")
    )
  }
}
