package import AudioSessionTypes

/// `session.interruption`: a session has to be silent, or need no longer be.
package struct SessionInterruption: Notification {
  /// Whether it begins or ends.
  package enum Phase: Equatable, Sendable {
    /// `by`: the session that interrupts, nil if none does.
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
    "A session was interrupted and is to be silent, or its interruption is over.",
    parameters: [
      .required("session", .session, "The session."),
      .required("type", .word(["began", "ended"]), "Whether it begins or ends."),
      .optional("reason", .word(of: InterruptionReason.self), "With began: why."),
      .optional("by", .nullable(.component(.blocker)), "With began: the session that interrupts."),
      .optional("options", .list(.word(["shouldResume"])), "With ended: whether to play on."),
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
