package import AudioSessionTypes

/// `policy.explain`: explains the state of a session.
package struct PolicyExplain: Equatable, Sendable {
  package var session: UInt64
}

extension PolicyExplain: RequestBody {
  init(_ parameters: borrowing Parameters) {
    session = parameters.session
  }

  var request: Request { .policyExplain(self) }

  static let specification = MethodSpecification(
    "Explains why a session is interrupted, ducked or refused.",
    parameters: [.required("session", .session, "The session.")],
    result: .object(ExplanationResult.members),
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
    package var by: Blocker?
    package var since: Time
    package var seq: UInt64

    package init(
      _ effect: SessionEffect,
      rule: Rule,
      cell: String? = nil,
      by: Blocker? = nil,
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

extension ExplanationResult: RowEncodable {
  package static let rows: [Row<ExplanationResult>] = [
    .required("session", .session, "The session.", \.session),
    .required("state", .word(of: SessionState.self), "Its state.", \.state),
    .required(
      "because",
      .list(.object(Explanation.members)),
      "The causes; empty if nothing is done to it.",
      \.because
    ),
    .required("text", .list(.text), "A plain sentence for each cause.", \.text),
    .optional("leftOut", .count, "The number of further causes, if there are more than 64.") {
      $0.leftOut > 0 ? $0.leftOut : nil
    },
  ]
}

extension ExplanationResult.Explanation: RowEncodable {
  package static let rows: [Row<Self>] = [
    .required("effect", .word(of: SessionEffect.self), "The effect on the session.", \.effect),
    .required("rule", .text, "The rule it rests on.") { $0.rule.name },
    .optional("cell", .text, "The square of the pair table, with R59.", \.cell),
    .optional("by", .component(.blocker), "The session that causes it, if one does.", \.by),
    .required("since", .time, "The time at which it began.", \.since),
    .required("seq", .count, "The decision that caused it.", \.seq),
  ]
}
