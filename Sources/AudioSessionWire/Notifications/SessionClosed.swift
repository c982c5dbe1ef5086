package import AudioSessionSchema
package import AudioSessionTypes

/// `session.closed`: a session has ended, and its owner didn't close it.
package struct SessionClosed: Notification {
  package var session: UInt64
  package var reason: ClosingReason

  package init(session: UInt64, reason: ClosingReason) {
    self.session = session
    self.reason = reason
  }

  package static let unsent: Self? = Self(session: 0, reason: .evicted)
  package static let method = NotificationMethod.sessionClosed

  package static let specification = NotificationSpecification(
    "A session was closed by an administrator, or its lease expired.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionClosed?,
    of archive: inout A
  ) throws(A.Fault) -> SessionClosed {
    SessionClosed(
      session: try archive.member("session", it?.session, .session, "The session."),
      reason: try archive.member("reason", it?.reason, "The reason.")
    )
  }
}
