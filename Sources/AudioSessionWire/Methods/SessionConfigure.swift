package import AudioSessionSchema

/// `session.configure`: changes how an open session uses sound.
package struct SessionConfigure: Equatable, Sendable {
  package var session: UInt64
  package var configuration: ConfigurationParameters
}

extension SessionConfigure: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionConfigure?,
    of archive: inout A
  ) throws(A.Fault) -> SessionConfigure {
    SessionConfigure(
      session: try archive.member("session", it?.session, .session, "The session."),
      configuration: try ConfigurationParameters.members(it?.configuration, of: &archive)
    )
  }

  static let specification = MethodSpecification(
    "Changes how a session uses sound; the change is applied as a whole or not at all.",
    parameters: members,
    result: SessionObject.shape,
    example: #"{"session":7,"category":"playback","options":["duckOthers"]}"#
  )
}
