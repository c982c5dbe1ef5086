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
