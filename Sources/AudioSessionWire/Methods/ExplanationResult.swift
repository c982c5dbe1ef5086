package import AudioSessionTypes

/// What `policy.explain` is answered with.
package struct ExplanationResult: Equatable, Sendable {
  package var session: UInt64
  package var state: SessionState
  /// Empty if the session is free.
  package var because: [Explanation]
  /// A plain sentence for each cause, in their order.
  package var text: [String]
  /// How many more causes there are than are listed.
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

  static let members: [MemberDescription] = [
    .required("session", .session, "The session."),
    .required("state", .word(of: SessionState.self), "Where it stands."),
    .required("because", .list(.object(Explanation.members)), "Causes; none if it is free."),
    .required("text", .list(.text), "A plain sentence for each cause."),
    .optional("leftOut", .count, "How many more causes there are, if there are more than 64."),
  ]

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

    static let members: [MemberDescription] = [
      .required("effect", .word(of: SessionEffect.self), "What is done to it."),
      .required("rule", .text, "The rule that does it."),
      .optional("cell", .text, "The square of the pair table, with R59."),
      .optional("by", .component(.blocker), "The session that does it, if one does."),
      .required("since", .time, "Since when."),
      .required("seq", .count, "The decision that did it."),
    ]
  }
}

extension ExplanationResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("session", session)
    writer.member("state", state)
    writer.member("because", because)
    writer.member("text", text)
    if leftOut > 0 { writer.member("leftOut", leftOut) }
    writer.endObject()
  }
}

extension ExplanationResult.Explanation: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("effect", effect)
    writer.member("rule", rule.name)
    if let cell { writer.member("cell", cell) }
    if let by { writer.member("by", by) }
    writer.member("since", since)
    writer.member("seq", seq)
    writer.endObject()
  }
}
