/// A part of all that can happen: who may come, what they may do, and what may befall them.
///
/// All of it is in the notation of `Tests/Rules/Scenarios/README.md`, so that whatever happens in a
/// world can be written down as a scenario.
package struct World: Sendable {
  /// Those who come alike, each with a name and a number: `music1`, `music2`.
  package struct Actor: Sendable {
    package var name: String
    /// What is declared of each, such as `watches lifecycle`.
    var declarations: [String]
    /// As what they open: `playback duckOthers`.
    var opens: [String]
    /// What those may do beside what all may; `@` stands for the name, which otherwise comes first.
    var acts: [String]
    /// Whether a second session may come from the same process, over the same connection.
    var isPaired: Bool

    package init(
      name: String,
      declarations: [String] = [],
      opens: [String],
      acts: [String] = [],
      isPaired: Bool = false
    ) {
      self.name = name
      self.declarations = declarations
      self.opens = opens
      self.acts = acts
      self.isPaired = isPaired
    }
  }

  package var name: String
  package var meaning: String
  /// How many sessions may be open at a time.
  var sessions: Int
  /// The settings of the first policy.
  var policy: String
  var actors: [Actor]
  /// Where sessions open: ` in the zone kitchen`; all open in each, so that zones can be exchanged.
  var places: [String]
  /// Declarations of those who report.
  var reporters: [String]
  /// What each open session may do.
  var acts: [String]
  /// What befalls all of them.
  var events: [String]

  package init(
    name: String,
    meaning: String,
    sessions: Int,
    policy: String = "",
    actors: [Actor],
    places: [String] = [""],
    reporters: [String] = [],
    acts: [String],
    events: [String] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.sessions = sessions
    self.policy = policy
    self.actors = actors
    self.places = places
    self.reporters = reporters
    self.acts = acts
    self.events = events
  }

  /// Whether the built-in table is in force all the time; a session that it would have interrupted may
  /// outlast the policy that let it play.
  var keepsBuiltInTable: Bool {
    policy.isEmpty && !events.contains { $0.hasPrefix("the policy becomes") }
  }

  /// The number of names that each actor has; a session that comes takes the next.
  static let names = 60
}

extension World.Actor {
  func name(_ number: Int) -> String { "\(name)\(number)" }
}

extension World: CustomStringConvertible {
  package var description: String { name }
}
