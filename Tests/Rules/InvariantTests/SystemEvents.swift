import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules

/// Reports about the system, with their reporters and the users that they concern (R60).
extension EventGenerator {
  /// Connections of no session, which report about the system; each has a user.
  static let reporters = [
    Link(id: ConnectionID(901), user: UserID(1000)),
    Link(id: ConnectionID(902), user: UserID(1000)),
    Link(id: ConnectionID(903), user: UserID(1000)),
    Link(id: ConnectionID(904), user: UserID(1001)),
  ]

  /// A report, and at times another one of the same connection, whose rights have changed since.
  mutating func reported(_ event: (Bool, Reporter) -> Event) -> Event {
    let link = reporter()
    let isSo = chance(0.6)
    if chance(0.3) { queued.append(event(chance(0.3) ? isSo : !isSo, speaker(link))) }
    return event(isSo, speaker(link))
  }

  /// A connection that reports, at times a client's.
  mutating func reporter() -> Link {
    let client = peers.randomElement(using: &generator)?.connections.first
    let reporter = pick(EventGenerator.reporters, EventGenerator.reporters[0])
    return chance(0.2) ? client ?? reporter : reporter
  }

  /// One of four routes, of which two have a built-in microphone, or the one there is at first; with
  /// one of two kinds of hardware, or with none known.
  mutating func changeRoute() -> Event {
    let number = pick([UInt64](0...4), 0)
    let route = RouteSummary(
      number: number,
      hasBuiltInMicrophone: number.isMultiple(of: 2),
      hardware: pick([UInt64](0...2), 0)
    )
    let reasons = [RouteChangeReason.oldDeviceUnavailable, .newDeviceAvailable, .override]
    let reason = chance(0.6) ? .oldDeviceUnavailable : pick(reasons, .override)
    return .setRoute(route, chance(0.15) ? nil : reason, speaker(reporter()))
  }

  /// The reporter of a connection, sometimes with the right to speak for all users.
  mutating func speaker(_ link: Link) -> Reporter {
    Reporter(connection: link.id, user: chance(0.5) ? nil : link.user)
  }

  /// A living process is suspended, or runs again; then it may die, or its lease change hands.
  mutating func suspend(_ view: NaiveView, _ views: [NaiveView]) -> Event {
    let isKnown = !view.isOrphaned && chance(0.9)
    let process = isKnown ? view.owner.process : pick(peers.map(\.process), view.owner.process)
    let event = reported { .setSuspended(process, $0, $1) }
    if chance(0.15), let index = peers.firstIndex(where: { $0.process == process }) {
      queued += endings(of: index, isDeath: true, views)
      return event
    }
    let leases = views.filter { $0.lease != nil && $0.owner.process == process }
    guard chance(0.5), let again = reopen(leases) else { return event }
    queued.append(again)
    guard case .reopen(let reopening) = again, chance(0.7) else { return event }
    queued.append(reported { .setSuspended(reopening.owner.process, $0, $1) })
    return event
  }
}
