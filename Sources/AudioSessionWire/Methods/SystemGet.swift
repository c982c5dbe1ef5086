/// `system.get`: what the daemon was told of the system, as it applies to the caller's sessions.
struct SystemGet: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .systemGet }

  static let specification = MethodSpecification(
    "Shows the route, the switches and whether the machine sleeps, as it applies to the caller.",
    result: .object(SystemResult.members)
  )
}

/// What `system.get` is answered with.
package struct SystemResult: Equatable, Sendable {
  package var route: Route
  package var microphoneMuted: Bool
  package var sleeping: Bool
  package var silenced: Bool

  package init(route: Route, microphoneMuted: Bool, sleeping: Bool, silenced: Bool) {
    self.route = route
    self.microphoneMuted = microphoneMuted
    self.sleeping = sleeping
    self.silenced = silenced
  }

  static let members: [MemberDescription] = [
    .required("route", .component(.route), "Where sound comes in and goes out."),
    .required("microphoneMuted", .boolean, "Whether the microphone is muted in hardware."),
    .required("sleeping", .boolean, "Whether the machine sleeps."),
    .required("silenced", .boolean, "Whether the silent switch is on."),
  ]
}

extension SystemResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("route", route)
    writer.member("microphoneMuted", microphoneMuted)
    writer.member("sleeping", sleeping)
    writer.member("silenced", silenced)
    writer.endObject()
  }
}
