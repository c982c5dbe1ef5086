/// `session.get`: shows one session.
package struct SessionGet: Equatable, Sendable {
  package var session: UInt64
}

extension SessionGet: RequestBody {
  init(_ parameters: borrowing Parameters) {
    session = parameters.session
  }

  var request: Request { .sessionGet(self) }

  static let specification = MethodSpecification(
    "Shows a session.",
    parameters: [.required("session", .session, "The session.")],
    result: .component(.session),
    example: #"{"session":7}"#
  )
}
