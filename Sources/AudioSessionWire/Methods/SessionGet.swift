/// `session.get`: one session as it is now.
package struct SessionGet: Equatable, Sendable {
  package var session: UInt64

  package init(session: UInt64) {
    self.session = session
  }

  init(_ parameters: borrowing Parameters) {
    session = parameters.session
  }

  static let description = MethodDescription(
    "Shows a session.",
    parameters: [.required("session", .session, "The session.")],
    result: .component(.session),
    example: #"{"session":7}"#
  )
}
