package import AudioSessionTypes

/// `session.didBecomeInactive`: a session is active no longer.
package struct SessionDidBecomeInactive: Notification {
  package var session: UInt64
  package var source: DeactivationSource
  /// There if an interruption did it.
  package var reason: InterruptionReason?

  package init(session: UInt64, source: DeactivationSource, reason: InterruptionReason? = nil) {
    self.session = session
    self.source = source
    self.reason = reason
  }

  package static let method = NotificationMethod.sessionDidBecomeInactive

  package static let specification = NotificationSpecification(
    "A session has become inactive.",
    parameters: [
      .required("session", .session, "The session."),
      .required("source", .word(of: DeactivationSource.self), "Who did it."),
      .optional("reason", .word(of: InterruptionReason.self), "Why, if it was interrupted."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("source", source)
    if let reason { writer.member("reason", reason) }
  }
}
