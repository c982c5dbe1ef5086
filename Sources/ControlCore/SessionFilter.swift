import AudioSessionSystem
package import AudioSessionTypes
package import AudioSessionWire

/// Which sessions a verb is about: each option that is given narrows the choice, and of an option
/// that is repeated one value is enough.
package struct SessionFilter: Equatable, Sendable {
  /// Numbers or names of sessions.
  package var sessions: [String] = []
  var users: [UInt32] = []
  var zones: [String] = []
  var priorities: [Priority] = []
  package var states: [SessionState] = []

  /// Chooses every session.
  package static let all = SessionFilter()

  /// True if every session is chosen.
  package var isEmpty: Bool { self == .all }

  package func matches(_ session: SessionObject) -> Bool {
    func allows<Value: Equatable>(_ values: [Value], _ value: Value?) -> Bool {
      values.isEmpty || value.map(values.contains) ?? false
    }
    return (sessions.isEmpty || sessions.contains { session.isCalled($0) })
      && allows(users, session.uid) && allows(zones, session.identity?.zone)
      && allows(priorities, session.priority) && allows(states, session.state)
  }

  /// True if a decision is caused by such a session or changes one, as it was or as it is now.
  package func matches(decision: DecisionObject, _ before: History) -> Bool {
    if isEmpty { return true }
    return decision.changes.contains { matches($0) }
      || decision.touchedSessions.contains { before[$0].map { matches($0) } ?? false }
  }
}

/// The options of a filter.
extension SessionFilter {
  package static let zone = Verb.Option(
    name: "zone",
    value: .text("NAME"),
    meaning: "Only sessions in this zone; repeatable."
  )
  package static let priority = Verb.Option(
    name: "priority",
    value: .word(of: Priority.self),
    meaning: "Only sessions of this priority; repeatable."
  )
  package static let user = Verb.Option(
    name: "of-user",
    value: .text("USER"),
    meaning: "Only sessions of this user; repeatable."
  )

  /// The options of a verb that watches sessions.
  package static let options: [Verb.Option] = [
    .init(
      name: "session",
      value: .text("ID"),
      meaning: "Only sessions of this number or name; repeatable."
    ), user, zone, priority,
    .init(
      name: "state",
      value: .word(of: SessionState.self),
      meaning: "Only sessions in this state; repeatable."
    ),
  ]

  /// The filter that a command line asks for.
  package init(_ invocation: Invocation) throws(Failure) {
    sessions = invocation.values("session")
    for word in invocation.values("of-user") { users.append(try SessionFilter.number(of: word)) }
    zones = invocation.values("zone")
    priorities = invocation.values("priority").compactMap(Priority.init)
    states = invocation.values("state").compactMap(SessionState.init)
  }

  private static func number(of word: String) throws(Failure) -> UInt32 {
    if let number = UInt32(word) ?? Accounts().userID(named: word) {
      return number
    }
    throw .usage("--of-user: expected the name or id of a user, found \(word.printable)")
  }
}
