/// `policy.explain`: why a session is as it is.
package struct PolicyExplain: Equatable, Sendable {
  package var session: UInt64
}

extension PolicyExplain: RequestBody {
  init(_ parameters: borrowing Parameters) {
    session = parameters.session
  }

  var request: Request { .policyExplain(self) }

  static let specification = MethodSpecification(
    "Says why a session is silent, lowered or refused.",
    parameters: [.required("session", .session, "The session.")],
    result: .object(ExplanationResult.members),
    example: #"{"session":7}"#
  )
}
