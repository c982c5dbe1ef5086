package import AudioSessionTypes

/// `session.routeChange`: the audio route has changed (R40, R44).
package struct SessionRouteChange: Notification {
  package var session: UInt64
  package var reason: RouteChangeReason
  package var previousRoute: Route
  package var currentRoute: Route

  package init(
    session: UInt64,
    reason: RouteChangeReason,
    previousRoute: Route,
    currentRoute: Route
  ) {
    self.session = session
    self.reason = reason
    self.previousRoute = previousRoute
    self.currentRoute = currentRoute
  }

  package static let method = NotificationMethod.sessionRouteChange

  package static let specification = NotificationSpecification(
    "The audio route has changed.",
    parameters: [
      .required("session", .session, "The session."),
      .required("reason", .word(of: RouteChangeReason.self), "The reason."),
      .required("previousRoute", .component(.route), "The former route."),
      .required("currentRoute", .component(.route), "The new route."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("reason", reason)
    writer.member("previousRoute", previousRoute)
    writer.member("currentRoute", currentRoute)
  }
}
