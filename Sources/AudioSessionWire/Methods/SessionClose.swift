package import AudioSessionSchema

/// `session.close`: closes a session.
package struct SessionClose: Equatable, Sendable {
  package var reference: SessionReference
}

extension SessionClose: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionClose?,
    of archive: inout A
  ) throws(A.Fault) -> SessionClose {
    SessionClose(reference: try SessionReference.members(it?.reference, of: &archive))
  }

  static let specification = MethodSpecification(
    "Closes a session; the sessions that it interrupted may resume.",
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"session":7}"#
  )
}
