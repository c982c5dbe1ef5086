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

  package static let method = NotificationMethod.sessionDidBecomeInactive

  package static let specification = NotificationSpecification(
    "A session has become inactive.",
    parameters: [
      .required("session", .session, "The session."),
      .required("source", .word(of: DeactivationSource.self), "The source of the deactivation."),
      .optional("reason", .word(of: InterruptionReason.self), "The reason, if it was interrupted."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("source", source)
    if let reason { writer.member("reason", reason) }
  }
}
