import AudioSessionJSON
package import AudioSessionSchema

/// `system.get`: shows the system's state as it applies to the caller's sessions.
struct SystemGet: RequestBody, EmptyObject {
  static let specification = MethodSpecification(
    "Shows the route, the switches and the machine's sleep, as they apply to the caller.",
    result: SystemResult<WrittenValue>.shape
  )
}

/// The result of `system.get`; the daemon has the route written, a client reads it as a ``RouteObject``.
package struct SystemResult<RouteForm: Described & Sendable>: Sendable {
  package var route: RouteForm
  package var microphoneMuted: Bool
  package var sleeping: Bool
  package var silenced: Bool

  package init(route: RouteForm, microphoneMuted: Bool, sleeping: Bool, silenced: Bool) {
    self.route = route
    self.microphoneMuted = microphoneMuted
    self.sleeping = sleeping
    self.silenced = silenced
  }
}

extension SystemResult: DescribedObject, JSONEncodable {
  package static func members<A: Archive & ~Copyable>(
    _ it: SystemResult?,
    of archive: inout A
  ) throws(A.Fault) -> SystemResult {
    SystemResult(
      route: try archive.member("route", it?.route, RouteObject.shape, "The audio route."),
      microphoneMuted: try archive.member(
        "microphoneMuted",
        it?.microphoneMuted,
        "Whether the microphone is muted in hardware."
      ),
      sleeping: try archive.member("sleeping", it?.sleeping, "Whether the machine sleeps."),
      silenced: try archive.member("silenced", it?.silenced, "Whether the silent switch is on.")
    )
  }
}
