/// `policy.explain`: why a session is as it is.
package struct PolicyExplain: Equatable, Sendable {
  package var session: UInt64

  package init(session: UInt64) {
    self.session = session
  }

  init(_ parameters: borrowing Parameters) {
    session = parameters.session
  }

  static let description = MethodDescription(
    "Says why a session is silent, lowered or refused.",
    parameters: [.required("session", .session, "The session.")],
    result: .object(ExplanationResult.members),
    example: #"{"session":7}"#
  )
}
