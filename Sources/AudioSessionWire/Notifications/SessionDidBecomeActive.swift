package import AudioSessionSchema

/// `session.didBecomeActive`: a session has become active.
package struct SessionDidBecomeActive: Notification {
  package var session: UInt64

  package init(session: UInt64) {
    self.session = session
  }

  package static let method = NotificationMethod.sessionDidBecomeActive

  package static let specification = NotificationSpecification(
    "A session has become active.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionDidBecomeActive?,
    of archive: inout A
  ) throws(A.Fault) -> SessionDidBecomeActive {
    SessionDidBecomeActive(
      session: try archive.member("session", it?.session, .session, "The session.")
    )
  }
}
