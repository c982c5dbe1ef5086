package import AudioSessionTypes

/// `session.routeChange`: the audio route has changed (R40, R44).
package struct SessionRouteChange: Notification {
  package var session: UInt64
  package var reason: RouteChangeReason
  /// The former and the new route, which are the same for all sessions of a user.
  package var routes: SharedMembers

  package init(session: UInt64, reason: RouteChangeReason, routes: SharedMembers) {
    self.session = session
    self.reason = reason
    self.routes = routes
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
  }

  package var sharedMembers: SharedMembers? { routes }
}

extension SharedMembers {
  /// Writes the routes of a change.
  package init(previousRoute: WrittenValue, currentRoute: WrittenValue) {
    self.init { writer in
      writer.member("previousRoute", previousRoute)
      writer.member("currentRoute", currentRoute)
    }
  }
}
