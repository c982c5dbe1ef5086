package import AudioSessionSchema

/// `session.evict`: closes any user's session.
package struct SessionEvict: Equatable, Sendable {
  package var session: UInt64
  /// Kept in the log.
  package var note: String?
}

extension SessionEvict: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionEvict?,
    of archive: inout A
  ) throws(A.Fault) -> SessionEvict {
    SessionEvict(
      session: try archive.member("session", it?.session, .session, "The session."),
      note: try archive.optional("note", it?.note, .name, "The reason; kept in the log.")
    )
  }

  static let specification = MethodSpecification(
    "Closes any user's session and notifies its owner.",
    grant: .admin,
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"session":7,"note":"too loud"}"#
  )
}
