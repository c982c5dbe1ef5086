/// `session.configure`: changes how an open session uses sound.
package struct SessionConfigure: Equatable, Sendable {
  package var session: UInt64
  package var configuration: ConfigurationParameters
}

extension SessionConfigure: RequestBody {
  init(_ parameters: borrowing Parameters) {
    session = parameters.session
    configuration = ConfigurationParameters(parameters)
  }

  var request: Request { .sessionConfigure(self) }

  static let specification = MethodSpecification(
    "Changes how a session uses sound; the change is applied as a whole or not at all.",
    parameters: [.required("session", .session, "The session.")] + ConfigurationParameters.members,
    result: .component(.session),
    example: #"{"session":7,"category":"playback","options":["duckOthers"]}"#
  )
}
