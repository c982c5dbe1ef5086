/// `session.close`: a session ends by its owner's will.
package struct SessionClose: Equatable, Sendable {
  package var reference: SessionReference
}

extension SessionClose: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
  }

  var request: Request { .sessionClose(self) }

  static let specification = MethodSpecification(
    "Closes a session; those that it silenced may resume.",
    parameters: SessionReference.members,
    result: .object([]),
    example: #"{"session":7}"#
  )
}
