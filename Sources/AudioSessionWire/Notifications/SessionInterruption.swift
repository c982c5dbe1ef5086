package import AudioSessionTypes

/// `session.interruption`: an interruption of a session has begun or ended.
package struct SessionInterruption: Notification {
  /// The beginning or the end of the interruption.
  package enum Phase: Equatable, Sendable {
    /// `by`: the interrupting session, nil if there is none.
    case began(InterruptionReason, by: Blocker?)
    case ended(shouldResume: Bool)
  }

  package var session: UInt64
  package var phase: Phase

  package init(session: UInt64, _ phase: Phase) {
    self.session = session
    self.phase = phase
  }

  package static let method = NotificationMethod.sessionInterruption

  package static let specification = NotificationSpecification(
    "A session was interrupted and must be silent, or its interruption has ended.",
    parameters: [
      .required("session", .session, "The session."),
      .required("type", .word(["began", "ended"]), "Whether it begins or ends."),
      .optional("reason", .word(of: InterruptionReason.self), "With began: the reason."),
      .optional(
        "by",
        .nullable(.component(.blocker)),
        "With began: the interrupting session; null if there is none."
      ),
      .optional("options", .list(.word(["shouldResume"])), "With ended: whether to resume."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    switch phase {
    case .began(let reason, let by):
      writer.member("type", "began")
      writer.member("reason", reason)
      writer.member("by", by)
    case .ended(let shouldResume):
      writer.member("type", "ended")
      writer.key("options")
      writer.beginArray()
      if shouldResume { writer.string("shouldResume") }
      writer.endArray()
    }
  }
}
