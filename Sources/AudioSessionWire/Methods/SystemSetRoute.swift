package import AudioSessionSchema
package import AudioSessionTypes

/// `system.setRoute`: reports the audio route (R40, R44).
package struct SystemSetRoute: Equatable, Sendable {
  package var route: RouteObject
  /// Nil from a reporter that doesn't know it: found by comparing with the former route.
  package var reason: RouteChangeReason?

  package init(route: RouteObject, reason: RouteChangeReason?) {
    self.route = route
    self.reason = reason
  }
}

extension SystemSetRoute: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SystemSetRoute?,
    of archive: inout A
  ) throws(A.Fault) -> SystemSetRoute {
    SystemSetRoute(
      route: try RouteObject.members(it?.route, of: &archive),
      reason: try archive.optional(
        "reason",
        it?.reason,
        .choice(of: RouteChangeReason.self),
        "The reason; found by comparison if omitted."
      )
    )
  }

  static let specification = MethodSpecification(
    "Reports that the audio route has changed; \(SystemReport.reach).",
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"inputs":[],"outputs":[{"portType":"Speaker","name":"Laptop","portID":"0"}]}"#
  )
}
