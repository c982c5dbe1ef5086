import AudioSessionClient
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// Finds out from the daemon's messages what changes of what is heard.
struct HeardSessions {
  private let filter: SessionFilter
  private var history = History()
  /// The sessions that were reported, as they were reported.
  private var reported: [UInt64: Sent<SessionObject>] = [:]
  /// Those that were interrupted, and haven't played since.
  private var interrupted: Set<UInt64> = []

  init(_ filter: SessionFilter) { self.filter = filter }

  /// The session's name, for those that are no longer known, too.
  func label(of number: UInt64) -> String {
    history[number]?.sessionName ?? reported[number]?.value.sessionName ?? "session \(number)"
  }

  /// The session of this number as it was reported last; nil if it wasn't.
  func session(_ number: UInt64) -> Sent<SessionObject>? { reported[number] }

  /// Begins with the sessions that there are; those that were reported before are gone.
  mutating func begin(_ sessions: [Sent<SessionObject>]) -> [HeardChange] {
    let changes = end()
    history.replace(by: sessions.map { $0.value })
    return changes + sessions.compactMap { change(to: $0, rules: []) }
  }

  /// The daemon has gone, and all sessions with it.
  mutating func end() -> [HeardChange] {
    let changes = reported.keys.sorted().compactMap { close($0, rules: []) }
    history.replace(by: [])
    interrupted = []
    return changes
  }

  /// Takes a message from the daemon.
  mutating func take(_ notification: ClientMachine.Notification) -> [HeardChange] {
    history.take(notification)
    if let decision = notification.decision?.decision {
      let rules = decision.rules.rules.map { $0.name }
      let closed = Set(decision.closed)
      let changed = notification.sessions.filter { !closed.contains($0.value.session) }
      let changes = changed.compactMap { change(to: $0, rules: rules) }
      return changes + closed.sorted().compactMap { close($0, rules: rules) }
    }
    guard notification.known == .eventsLagged else { return [] }
    let gone = reported.keys.filter { history[$0] == nil }.sorted()
    return gone.compactMap { close($0, rules: []) }
      + notification.sessions.compactMap { change(to: $0, rules: []) }
  }

  private mutating func close(_ number: UInt64, rules: [String]) -> HeardChange? {
    interrupted.remove(number)
    guard let session = reported.removeValue(forKey: number) else { return nil }
    return HeardChange(
      events: session.value.gain == 1 ? [.closed] : [.closed, .duck],
      session: session,
      rules: rules
    )
  }

  private mutating func change(
    to session: Sent<SessionObject>,
    rules: [String]
  ) -> HeardChange? {
    let before = reported[session.value.session]
    // A session that leaves the choice is followed until it closes.
    guard before != nil || filter.matches(session.value) else { return nil }
    let events = events(of: session.value, before: before?.value)
    reported[session.value.session] = session
    if events.isEmpty { return nil }
    let causes = session.value.interruptedBy + session.value.duckedBy
    return HeardChange(events: events, session: session, by: causes.map(label), rules: rules)
  }

  /// The events that lead from one state of a session to the next.
  private mutating func events(
    of session: SessionObject,
    before: SessionObject?
  ) -> [HeardChange.Event] {
    let old = before?.state
    let new = session.state
    var events: [HeardChange.Event] = before == nil ? [.open] : []
    if new == .interrupted, old != new {
      interrupted.insert(session.session)
      events.append(.began)
    } else if old == .interrupted, old != new {
      events.append(.ended)
    }
    // Lowered before it plays, and no longer lowered only after it has paused.
    if session.gain != before?.gain ?? 1 { events.append(.duck) }
    if new == .active, old != new {
      events.append(interrupted.remove(session.session) == nil ? .active : .resume)
    }
    if new == .inactive, old == .active { events.append(.inactive) }
    guard events.isEmpty, let before else { return events }
    let isSame =
      before.playing == session.playing && before.recording == session.recording
      && before.duckedBy == session.duckedBy && before.interruptedBy == session.interruptedBy
      && before.identity?.name == session.identity?.name
    return isSame ? [] : [.changed]
  }
}
