/// `session.evict`: closes any user's session.
package struct SessionEvict: Equatable, Sendable {
  package var session: UInt64
  /// Kept in the log.
  package var note: String?
}

extension SessionEvict: RequestBody {
  init(_ parameters: borrowing Parameters) {
    session = parameters.session
    note = parameters.string("note")
  }

  var request: Request { .sessionEvict(self) }

  static let specification = MethodSpecification(
    "Closes any user's session and notifies its owner.",
    grant: .admin,
    parameters: [
      .required("session", .session, "The session."),
      .optional("note", .name, "The reason; kept in the log."),
    ],
    result: .object([]),
    example: #"{"session":7,"note":"too loud"}"#
  )
}
