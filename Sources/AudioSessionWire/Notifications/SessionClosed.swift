package import AudioSessionTypes

/// `session.closed`: a session has ended without its owner's doing.
package struct SessionClosed: Notification {
  package var session: UInt64
  package var reason: ClosingReason

  package init(session: UInt64, reason: ClosingReason) {
    self.session = session
    self.reason = reason
  }

  package static let method = NotificationMethod.sessionClosed

  package static let specification = NotificationSpecification(
    "A session was closed by others, or its lease ran out.",
    parameters: [
      .required("session", .session, "The session."),
      .required("reason", .word(of: ClosingReason.self), "Why."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("reason", reason)
  }
}
