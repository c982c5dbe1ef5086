package import AudioSessionSchema
package import AudioSessionTypes

/// `session.resumptionRecommendation`: whether a session should resume (R24, R34).
package struct SessionResumptionRecommendation: Notification {
  package var session: UInt64
  package var recommendation: ResumptionRecommendation

  package init(session: UInt64, recommendation: ResumptionRecommendation) {
    self.session = session
    self.recommendation = recommendation
  }

  package static let method = NotificationMethod.sessionResumptionRecommendation

  package static let specification = NotificationSpecification(
    "A session should resume its sound, or should not.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionResumptionRecommendation?,
    of archive: inout A
  ) throws(A.Fault) -> SessionResumptionRecommendation {
    SessionResumptionRecommendation(
      session: try archive.member("session", it?.session, .session, "The session."),
      recommendation: try archive.member(
        "recommendation",
        it?.recommendation,
        "The recommendation."
      )
    )
  }
}
