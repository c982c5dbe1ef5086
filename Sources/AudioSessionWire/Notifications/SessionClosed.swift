package import AudioSessionTypes

/// `session.closed`: a session has ended, and its owner didn't close it.
package struct SessionClosed: Notification {
  package var session: UInt64
  package var reason: ClosingReason

  package init(session: UInt64, reason: ClosingReason) {
    self.session = session
    self.reason = reason
  }

  package static let method = NotificationMethod.sessionClosed

  package static let specification = NotificationSpecification(
    "A session was closed by an administrator, or its lease expired.",
    parameters: [
      .required("session", .session, "The session."),
      .required("reason", .word(of: ClosingReason.self), "The reason."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("reason", reason)
  }
}
