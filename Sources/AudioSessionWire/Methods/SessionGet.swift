package import AudioSessionSchema

/// `session.get`: shows one session.
package struct SessionGet: Equatable, Sendable {
  package var session: UInt64
}

extension SessionGet: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionGet?,
    of archive: inout A
  ) throws(A.Fault) -> SessionGet {
    SessionGet(session: try archive.member("session", it?.session, .session, "The session."))
  }

  static let specification = MethodSpecification(
    "Shows a session.",
    parameters: members,
    result: SessionObject.shape,
    example: #"{"session":7}"#
  )
}
