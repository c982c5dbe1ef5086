/// `session.close`: closes a session.
package struct SessionClose: Equatable, Sendable {
  package var reference: SessionReference
}

extension SessionClose: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
  }

  var request: Request { .sessionClose(self) }

  static let specification = MethodSpecification(
    "Closes a session; the sessions that it interrupted may resume.",
    parameters: SessionReference.members,
    result: .object([]),
    example: #"{"session":7}"#
  )
}
