/// An object that several messages share, named in the interface's document.
package enum Component: String, CaseIterable, Sendable {
  case session = "Session"
  case port = "Port"
  case route = "Route"
  case blocker = "Blocker"
  case cause = "Cause"
  case limits = "Limits"
  case target = "EnforcementTarget"
  case error = "Error"

  /// The object's members.
  package var shape: Shape {
    switch self {
    case .session: .object(SessionObject.members)
    case .port: .object(Port.members)
    case .route: .object(Route.members)
    case .blocker: .object(Blocker.members)
    case .cause: .object(Cause.members)
    case .limits: .object(Limits.members)
    case .target: .object(EnforcementTarget.members)
    case .error: .object(RPCError.members)
    }
  }
}
