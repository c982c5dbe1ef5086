package import AudioSessionArbitration
package import AudioSessionJSON
package import AudioSessionSchema
import AudioSessionWire

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
  /// The latest event; nil if the latest line isn't one.
  package private(set) var latest: RecordedEvent?
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
    try Replay.check(start.at)
    if arbiter != nil { gaps += 1 }
    arbiter = try Arbiter(start.state)
    now = start.at
    latest = nil
    names = [:]
    for named in start.names { names[named.session] = named }
  }

  /// Throws unless the rules can add their times to it: `.distantFuture` is only a deadline.
  private static func check(_ at: Instant) throws(MemberFault) {
    guard at.nanoseconds < 1 << 62 else {
      throw MemberFault("at", expected: "a time below 2^62 nanoseconds", found: .nothing)
    }
  }

  private mutating func compare(_ recorded: RecordedEvent) throws(MemberFault) -> Difference? {
    guard arbiter != nil else {
      throw MemberFault(
        "",
        expected: "the state first, from which the events go on",
        found: .nothing
      )
    }
    try Replay.check(recorded.at)
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
    defer { latest = recorded }
    let replayed = arbiter.map { decision.json($0.kindNames) } ?? .null
    guard replayed != recorded.decision else { return nil }
    return Difference(before: latest, recorded: recorded, replayed: replayed)
  }
}
