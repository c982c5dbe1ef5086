package import AudioSessionSchema
package import AudioSessionTypes

/// `session.interruption`: an interruption of a session has begun or ended.
package struct SessionInterruption: Notification {
  /// The beginning or the end of the interruption.
  package enum Phase: Equatable, Sendable {
    /// `by`: the interrupting session, nil if there is none.
    case began(InterruptionReason, by: BlockerObject?)
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
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionInterruption?,
    of archive: inout A
  ) throws(A.Fault) -> SessionInterruption {
    let session = try archive.member("session", it?.session, .session, "The session.")
    let edge = try archive.member("type", it?.edge, "Whether it begins or ends.")
    let reason = try archive.optional("reason", it?.reason, "With began: the reason.")
    let by = try archive.optional(
      "by",
      it?.by,
      "With began: the interrupting session; null if there is none."
    )
    let options = try archive.optional(
      "options",
      it?.options,
      "With ended: whether to resume."
    )
    switch edge {
    case .began:
      return SessionInterruption(session: session, .began(reason ?? .default, by: by?.value))
    case .ended:
      let shouldResume = options?.contains(.shouldResume) ?? false
      return SessionInterruption(session: session, .ended(shouldResume: shouldResume))
    }
  }
}

/// The members of each phase.
extension SessionInterruption {
  private enum Edge: String, DescribedWord {
    case began, ended
  }

  private enum Option: String, DescribedWord {
    case shouldResume
  }

  private var edge: Edge {
    switch phase {
    case .began: .began
    case .ended: .ended
    }
  }

  private var reason: InterruptionReason? {
    guard case .began(let reason, _) = phase else { return nil }
    return reason
  }

  private var by: Nullable<BlockerObject>? {
    guard case .began(_, let by) = phase else { return nil }
    return Nullable(value: by)
  }

  private var options: [Option]? {
    guard case .ended(let shouldResume) = phase else { return nil }
    return shouldResume ? [.shouldResume] : []
  }
}
