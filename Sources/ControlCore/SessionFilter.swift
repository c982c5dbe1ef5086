import AudioSessionSystem
import AudioSessionTypes
package import AudioSessionWire

/// Which sessions a verb is about: each option that is given narrows the choice, and of an option
/// that is repeated one value is enough.
package struct SessionFilter: Equatable, Sendable {
  /// Numbers or names of sessions.
  package var sessions: [String] = []
  var users: [Int64] = []
  var zones: [String] = []
  var priorities: [String] = []
  package var states: [String] = []

  /// Chooses every session.
  package static let all = SessionFilter()

  /// True if every session is chosen.
  package var isEmpty: Bool { self == .all }

  package func matches(_ session: JSONValue) -> Bool {
    func allows<Value: Equatable>(_ values: [Value], _ value: Value?) -> Bool {
      values.isEmpty || value.map(values.contains) ?? false
    }
    return (sessions.isEmpty || sessions.contains { session.isCalled($0) })
      && allows(users, session["uid"]?.integer) && allows(zones, session["zone"]?.string)
      && allows(priorities, session["priority"]?.string)
      && allows(states, session["state"]?.string)
  }

  /// True if a decision is caused by such a session or changes one, as it was or as it is now.
  package func matches(decision: JSONValue, _ before: History) -> Bool {
    if isEmpty { return true }
    let changes = decision["changes"]?.array ?? []
    return changes.contains(where: matches)
      || decision.touchedSessions.contains { before[$0].map(matches) ?? false }
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
    priorities = invocation.values("priority")
    states = invocation.values("state")
  }

  private static func number(of word: String) throws(Failure) -> Int64 {
    if let number = UInt32(word) ?? Accounts().userID(named: word) {
      return Int64(number)
    }
    throw .usage("--of-user: expected the name or id of a user, found \(word.printable)")
  }
}

extension JSONValue {
  /// True if a word means this session: its number, or else its name or that of its lease.
  ///
  /// A number never means a name, or a session could be called by the number of another.
  package func isCalled(_ word: String) -> Bool {
    if let number = Int64(word), number > 0 { return sessionNumber == number }
    return self["name"]?.string == word || self["lease"]?["leaseName"]?.string == word
  }
}
