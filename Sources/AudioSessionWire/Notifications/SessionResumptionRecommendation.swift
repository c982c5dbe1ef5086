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
    parameters: [
      .required("session", .session, "The session."),
      .required(
        "recommendation",
        .word(of: ResumptionRecommendation.self),
        "The recommendation."
      ),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("recommendation", recommendation)
  }
}
