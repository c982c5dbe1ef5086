package import AudioSessionArbitration
package import AudioSessionSchema
package import AudioSessionWire

/// Feeds a recording into a fresh core, and compares each decision with the recorded one.
///
/// Time is the recording's: nothing waits.
package struct Replay {
  /// The number of events that were decided about.
  package private(set) var events = 0
  /// The number of decisions with a number: those that changed or refused something.
  package private(set) var decisions = 0
  /// The number of gaps, at which the recorder was too slow or the daemon was restarted.
  package private(set) var gaps = 0
  /// True after the first state.
  package var hasBegun: Bool { arbiter != nil }
  /// The names of all sessions so far.
  package private(set) var names: [SessionID: RecordedNames] = [:]
  /// The event before the latest one.
  private var former: RecordedEvent?
  private var arbiter: Arbiter?
  private var decision = Decision()
  private var now = Instant(nanoseconds: 0)

  package init() {}

  /// A decision that isn't as recorded.
  package struct Difference: Equatable, Sendable {
    /// The event before, if there is one.
    package var before: RecordedEvent?
    /// The event, with the recorded decision.
    package var recorded: RecordedEvent
    /// The decision of this program.
    package var replayed: JSONValue

    package init(before: RecordedEvent?, recorded: RecordedEvent, replayed: JSONValue) {
      self.before = before
      self.recorded = recorded
      self.replayed = replayed
    }
  }

  /// Takes the next line, after the header.
  ///
  /// - Returns: The difference, if the decision isn't the recorded one.
  /// - Throws: If the line isn't one of a recording, or doesn't fit those before it.
  package mutating func take(_ line: JSONValue) throws(MemberFault) -> Difference? {
    if line["state"] != nil {
      try begin(Recording.read(line))
      return nil
    }
    return try compare(.read(line))
  }

  private mutating func begin(_ start: RecordedState) throws(MemberFault) {
    if arbiter != nil { gaps += 1 }
    arbiter = try Arbiter(start.state)
    now = start.at
    former = nil
    names = [:]
    for named in start.names { names[named.session] = named }
  }

  private mutating func compare(_ recorded: RecordedEvent) throws(MemberFault) -> Difference? {
    guard arbiter != nil else {
      throw MemberFault(
        "",
        expected: "the state first, from which the events go on",
        found: .nothing
      )
    }
    guard recorded.at >= now else {
      throw MemberFault(
        "at",
        expected: "a time not before that of the line before",
        found: .nothing
      )
    }
    if let objection = arbiter?.objection(to: recorded.event) {
      throw MemberFault("event", expected: objection, found: .nothing)
    }
    now = recorded.at
    arbiter?.apply(recorded.event, at: now, into: &decision)
    events += 1
    if decision.seq != nil { decisions += 1 }
    if let named = recorded.names { names[named.session] = named }
    defer { former = recorded }
    let replayed = arbiter.map { decision.json($0.kindNames) } ?? .null
    guard replayed != recorded.decision else { return nil }
    return Difference(before: former, recorded: recorded, replayed: replayed)
  }
}

extension Arbiter {
  /// What an event would have to be for the arbiter to accept it; nil if it does.
  ///
  /// The daemon keeps these conditions; a file that was edited may not.
  fileprivate func objection(to event: Event) -> String? {
    switch event {
    case .open(let opening): view(of: opening.id) == nil ? nil : "a session that is new"
    case .reopen(let reopening): objection(toLease: reopening.id)
    case .renew(let id, _): objection(toLease: id)
    case .configure(let id, _, _), .activate(let id, _, _, _), .deactivate(let id, _),
      .report(let id, _), .close(let id), .evict(let id):
      isOpen(id) ? nil : "a session that is open"
    case .connectionEnded(_, let ended, let orphaned), .processEnded(let ended, let orphaned):
      Set(ended + orphaned).count == ended.count + orphaned.count
        && (ended + orphaned).allSatisfy(isOpen) ? nil : "sessions that are open, each once"
    case .started, .setMicrophoneMuted, .setSleeping, .setSilenced, .setSuspended, .setRoute,
      .reload, .timePassed:
      nil
    }
  }

  private func objection(toLease id: SessionID) -> String? {
    isOpen(id) && view(of: id)?.lease != nil ? nil : "a lease that is open"
  }
}
