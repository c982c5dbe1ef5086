/// `session.didBecomeActive`: a session has become active.
package struct SessionDidBecomeActive: Notification {
  package var session: UInt64

  package init(session: UInt64) {
    self.session = session
  }

  package static let method = NotificationMethod.sessionDidBecomeActive

  package static let specification = NotificationSpecification(
    "A session has become active.",
    parameters: [
      .required("session", .session, "The session.")
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
  }
}
