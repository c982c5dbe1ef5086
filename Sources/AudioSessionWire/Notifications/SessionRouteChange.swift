import AudioSessionJSON
package import AudioSessionSchema
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
    parameters: members
  )

  package var sharedMembers: SharedMembers? { routes }

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionRouteChange?,
    of archive: inout A
  ) throws(A.Fault) -> SessionRouteChange {
    let session = try archive.member("session", it?.session, .session, "The session.")
    let reason = try archive.member("reason", it?.reason, "The reason.")
    // The routes are the last members, and written once for many notifications.
    if let it { return it }
    let routes = try RouteChangeRoutes<WrittenValue>.members(nil, of: &archive)
    return SessionRouteChange(session: session, reason: reason, routes: SharedMembers(routes))
  }
}

/// The routes of a change; the daemon has them written, a client reads each as a ``RouteObject``.
package struct RouteChangeRoutes<RouteForm: Described & Sendable>: Sendable {
  package var previousRoute: RouteForm
  package var currentRoute: RouteForm

  package init(previousRoute: RouteForm, currentRoute: RouteForm) {
    self.previousRoute = previousRoute
    self.currentRoute = currentRoute
  }
}

extension RouteChangeRoutes: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: RouteChangeRoutes?,
    of archive: inout A
  ) throws(A.Fault) -> RouteChangeRoutes {
    RouteChangeRoutes(
      previousRoute: try archive.member(
        "previousRoute",
        it?.previousRoute,
        RouteObject.shape,
        "The former route."
      ),
      currentRoute: try archive.member(
        "currentRoute",
        it?.currentRoute,
        RouteObject.shape,
        "The new route."
      )
    )
  }
}
