/// `session.close`: a session ends by its owner's will.
package struct SessionClose: Equatable, Sendable {
  package var reference: SessionReference

  package init(reference: SessionReference) {
    self.reference = reference
  }

  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
  }

  static let description = MethodDescription(
    "Closes a session; those that it silenced may resume.",
    parameters: SessionReference.members,
    result: .object([]),
    example: #"{"session":7}"#
  )
}
