import AudioSessionClient
import AudioSessionWire
import ControlCore

/// Finds out from the daemon's messages what changes of what is heard.
struct HeardSessions {
  private let filter: SessionFilter
  private var history = UntypedHistory()
  /// The sessions that were reported, as they were reported.
  private var reported: [Int64: JSONValue] = [:]
  /// Those that were interrupted, and haven't played since.
  private var interrupted: Set<Int64> = []

  init(_ filter: SessionFilter) { self.filter = filter }

  /// The session's name, for those that are no longer known, too.
  func label(of number: Int64) -> String {
    history[number]?.sessionName ?? reported[number]?.sessionName ?? "session \(number)"
  }

  /// The session of this number; nil if it isn't known.
  func session(_ number: Int64) -> JSONValue? { history[number] }

  /// Begins with the sessions that there are; those that were reported before are gone.
  mutating func begin(_ sessions: [JSONValue]) -> [HeardChange] {
    let changes = end()
    history.replace(by: sessions)
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
    let params = notification.params
    history.take(notification)
    switch NotificationMethod(rawValue: notification.method) {
    case .serverDecision:
      let rules = (params["rules"]?.array ?? []).compactMap { $0.string?.printable }
      let closed = Set(params.numbers(in: "closed"))
      let changed = (params["changes"]?.array ?? []).filter {
        $0.sessionNumber.map { !closed.contains($0) } ?? false
      }
      let changes = changed.compactMap { change(to: $0, rules: rules) }
      return changes + closed.sorted().compactMap { close($0, rules: rules) }
    case .eventsLagged:
      let present = Set(history.all.compactMap(\.sessionNumber))
      let gone = reported.keys.filter { !present.contains($0) }.sorted()
      return gone.compactMap { close($0, rules: []) }
        + history.all.compactMap { change(to: $0, rules: []) }
    default: return []
    }
  }

  private mutating func close(_ number: Int64, rules: [String]) -> HeardChange? {
    interrupted.remove(number)
    guard let session = reported.removeValue(forKey: number) else { return nil }
    let wasLowered = session["gain"]?.double ?? 1 != 1
    return HeardChange(
      events: wasLowered ? [.closed, .duck] : [.closed],
      session: session,
      rules: rules
    )
  }

  private mutating func change(to session: JSONValue, rules: [String]) -> HeardChange? {
    guard let number = session.sessionNumber else { return nil }
    // A session that leaves the choice is followed until it closes.
    guard reported[number] != nil || filter.matches(session) else { return nil }
    let events = events(of: session, before: reported[number], number)
    reported[number] = session
    if events.isEmpty { return nil }
    let causes = session.numbers(in: "interruptedBy") + session.numbers(in: "duckedBy")
    return HeardChange(events: events, session: session, by: causes.map(label), rules: rules)
  }

  /// The events that lead from one state of a session to the next.
  private mutating func events(
    of session: JSONValue,
    before: JSONValue?,
    _ number: Int64
  ) -> [HeardChange.Event] {
    let old = before?["state"]?.string
    let new = session["state"]?.string
    var events: [HeardChange.Event] = before == nil ? [.open] : []
    if new == "interrupted", old != new {
      interrupted.insert(number)
      events.append(.began)
    } else if old == "interrupted", old != new {
      events.append(.ended)
    }
    let oldGain = before?["gain"]?.double ?? 1
    // Lowered before it plays, and no longer lowered only after it has paused.
    if session["gain"]?.double ?? 1 != oldGain { events.append(.duck) }
    if new == "active", old != new {
      events.append(interrupted.remove(number) == nil ? .active : .resume)
    }
    if new == "inactive", old == "active" { events.append(.inactive) }
    if !events.isEmpty { return events }
    let flags = ["playing", "recording", "duckedBy", "interruptedBy", "name"]
    return flags.contains { before?[$0] != session[$0] } ? [.changed] : []
  }
}
