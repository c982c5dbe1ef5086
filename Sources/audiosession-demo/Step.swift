import AudioSessionWire

/// A part of the story, which shows one thing.
struct Chapter {
  /// What it proves.
  var title: String
  var steps: [Step]
}

/// Something that happens, and everything that comes of it.
struct Step {
  /// What happens.
  enum Act {
    /// The daemon is started; the programs don't know yet.
    case starts
    /// The daemon or a program is killed, as by a crash.
    case isKilled
    /// A program connects and opens its session.
    case connects
    /// A program makes requests, one after the other, up to the first that is refused.
    case asks([(Method, JSONValue)])
  }

  /// Who does it, one after the other; nobody of the programs: the daemon.
  var actors: [Role]
  var act: Act
  /// What happens, in plain words.
  var words: String
  /// The rule that lets it happen; nil where nothing is decided.
  var rule: String?
  /// All that anybody is told; what isn't here must not come.
  var consequences: [Consequence] = []
}

/// What comes of a step for some of the programs.
struct Consequence {
  enum Kind {
    case told([Told])
    /// The connection has ended.
    case lost
    /// Nothing is said, which is worth saying.
    case nothing
    /// The daemon refuses what was asked: the code, and who is in the way.
    case refused(String, by: Role, priority: String)
  }

  var roles: [Role]
  var kind: Kind
  var words: String
  /// The rule by which it comes; nil where nothing is decided.
  var rule: String?
}

extension Step {
  /// A program begins to play, or to record.
  static func start(_ role: Role, _ words: String, _ consequences: Consequence...) -> Step {
    Step(
      actors: [role],
      act: .asks([(.sessionActivate, [:]), (.sessionReport, role.report)]),
      words: words,
      rule: consequences.contains { $0.isRefusal } ? nil : "R12",
      consequences: consequences
    )
  }

  /// A program is done, and lets the others know.
  static func stop(_ role: Role, _ words: String, _ consequences: Consequence...) -> Step {
    Step(
      actors: [role],
      act: .asks([(.sessionDeactivate, ["options": ["notifyOthersOnDeactivation"]])]),
      words: words,
      consequences: consequences
    )
  }

  /// A program makes one request of another kind.
  static func ask(
    _ role: Role,
    _ method: Method,
    _ parameters: JSONValue,
    _ words: String,
    rule: String? = nil,
    _ consequences: Consequence...
  ) -> Step {
    Step(
      actors: [role],
      act: .asks([(method, parameters)]),
      words: words,
      rule: rule,
      consequences: consequences
    )
  }
}

extension Consequence {
  /// The program is told this.
  static func told(_ role: Role, _ told: Told, words: String, rule: String) -> Consequence {
    Consequence(roles: [role], kind: .told([told]), words: words, rule: rule)
  }

  /// The program is told nothing.
  static func nothing(_ role: Role, _ words: String, rule: String) -> Consequence {
    Consequence(roles: [role], kind: .nothing, words: words, rule: rule)
  }

  fileprivate var isRefusal: Bool {
    if case .refused = kind { true } else { false }
  }
}
