import AudioSessionTypes
import AudioSessionWire

/// A route, and why it has changed.
struct RouteReport: Equatable {
  var route: RouteObject
  /// Nil for the first.
  var reason: RouteChangeReason?
}

/// Finds out what is to be reported of the route, and when (R44).
///
/// A loss is reported at once. What may turn out to be one, or to be nothing, is waited for.
struct RouteReporter {
  /// The state of which the last report was.
  private var told: Endpoints?
  /// The last report.
  private var toldRoute: RouteObject?
  /// Whether PipeWire or the session manager has been away since, with all cards and sinks.
  private var isAfterAbsence = false
  /// Since when the route has been another one.
  private var start: Duration?
  /// When the change will be reported if nothing else happens; nil if nothing has changed.
  private(set) var deadline: Duration?

  /// The report on a state, if there is one now.
  mutating func report(on endpoints: Endpoints, at now: Duration) -> RouteReport? {
    let route = endpoints.currentRoute
    guard let told else {
      tell(endpoints, route)
      return RouteReport(route: route)
    }
    guard route != toldRoute else {
      settle()
      self.told?.noteFilledPort(of: endpoints)
      return nil
    }
    let begin = start ?? now
    start = begin
    let end = begin + patience(after: told, endpoints)
    deadline = end
    guard end <= now else { return nil }
    tell(endpoints, route)
    return RouteReport(route: route, reason: endpoints.reason(since: told))
  }

  /// Notes that PipeWire or its session manager is away: what it comes back with counts.
  mutating func noteAbsence() {
    settle()
    isAfterAbsence = true
  }

  private mutating func tell(_ endpoints: Endpoints, _ route: RouteObject) {
    told = endpoints
    toldRoute = route
    settle()
  }

  private mutating func settle() {
    start = nil
    deadline = nil
    isAfterAbsence = false
  }

  /// How long a change isn't reported.
  private func patience(after told: Endpoints, _ endpoints: Endpoints) -> Duration {
    if isAfterAbsence { return RouteReporter.patienceAfterAbsence }
    switch endpoints.fate(of: told) {
    case .stays, .lost: return .zero
    case .left: return told.hasCard ? RouteReporter.patienceWithPort : .zero
    case .away where endpoints.isOnCard(of: told): return RouteReporter.patienceWithPort
    case .away: return RouteReporter.patienceWithSink
    }
  }

  /// A port may become known as empty a moment after another output was chosen because of it.
  private static let patienceWithPort = Duration.milliseconds(250)
  /// A card may make its sink anew, as a headset's does whose profile is switched.
  private static let patienceWithSink = Duration.seconds(1)
  /// A session manager that has begun anew finds cards one after another.
  private static let patienceAfterAbsence = Duration.seconds(3)
}
