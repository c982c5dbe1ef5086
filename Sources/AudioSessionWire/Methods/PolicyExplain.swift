import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionTypes

/// `policy.explain`: explains the state of a session.
package struct PolicyExplain: Equatable, Sendable {
  package var session: UInt64
}

extension PolicyExplain: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: PolicyExplain?,
    of archive: inout A
  ) throws(A.Fault) -> PolicyExplain {
    PolicyExplain(session: try archive.member("session", it?.session, .session, "The session."))
  }

  static let specification = MethodSpecification(
    "Explains why a session is interrupted, ducked or refused.",
    parameters: members,
    result: ExplanationResult.shape,
    example: #"{"session":7}"#
  )
}

/// The result of `policy.explain`.
package struct ExplanationResult: Equatable, Sendable {
  package var session: UInt64
  package var state: SessionState
  /// Empty if nothing is done to the session.
  package var because: [Explanation]
  /// A plain sentence for each cause, in their order.
  package var text: [String]
  /// The number of causes beyond those listed.
  package var leftOut: Int

  package init(
    session: UInt64,
    state: SessionState,
    because: [Explanation],
    text: [String],
    leftOut: Int = 0
  ) {
    self.session = session
    self.state = state
    self.because = because
    self.text = text
    self.leftOut = leftOut
  }

  /// One cause of a session's state.
  package struct Explanation: Equatable, Sendable {
    package var effect: SessionEffect
    package var rule: Rule
    /// The square of the pair table, with R59.
    package var cell: String?
    package var by: BlockerObject?
    package var since: Time
    package var seq: UInt64

    package init(
      _ effect: SessionEffect,
      rule: Rule,
      cell: String? = nil,
      by: BlockerObject? = nil,
      since: Time,
      seq: UInt64
    ) {
      self.effect = effect
      self.rule = rule
      self.cell = cell
      self.by = by
      self.since = since
      self.seq = seq
    }
  }
}

extension ExplanationResult: DescribedObject, JSONEncodable {
  package static var unsent: ExplanationResult? {
    ExplanationResult(session: 0, state: .inactive, because: [], text: [])
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: ExplanationResult?,
    of archive: inout A
  ) throws(A.Fault) -> ExplanationResult {
    ExplanationResult(
      session: try archive.member("session", it?.session, .session, "The session."),
      state: try archive.member("state", it?.state, "Its state."),
      because: try archive.member(
        "because",
        it?.because,
        "The causes; empty if nothing is done to it."
      ),
      text: try archive.member("text", it?.text, "A plain sentence for each cause."),
      leftOut: try archive.optional(
        "leftOut",
        it.flatMap { $0.leftOut > 0 ? $0.leftOut : nil },
        "The number of further causes, if there are more than 64."
      ) ?? 0
    )
  }
}

extension ExplanationResult.Explanation: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: ExplanationResult.Explanation?,
    of archive: inout A
  ) throws(A.Fault) -> ExplanationResult.Explanation {
    ExplanationResult.Explanation(
      try archive.member("effect", it?.effect, "The effect on the session."),
      rule: try archive.member("rule", it?.rule, "The rule it rests on."),
      cell: try archive.optional("cell", it?.cell, "The square of the pair table, with R59."),
      by: try archive.optional("by", it?.by, "The session that causes it, if one does."),
      since: try archive.member("since", it?.since, "The time at which it began."),
      seq: try archive.member("seq", it?.seq, "The decision that caused it.")
    )
  }
}
