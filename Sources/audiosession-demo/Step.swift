import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// A part of the story, which shows one thing.
struct Chapter {
  var title: String
  var steps: [Step]
}

/// Something that happens, and everything that follows from it.
struct Step {
  enum Act {
    /// The daemon is started; the programs don't know yet.
    case starts
    /// The daemon or a program is killed, as by a crash.
    case isKilled
    /// Programs connect and open their sessions.
    case connects
    /// Programs make requests, up to the first that is refused.
    case asks([(Method, JSONValue)])
  }

  /// The programs that act, one after the other; none: the daemon.
  var actors: [Role]
  var act: Act
  /// The act in plain words.
  var words: String
  /// The rule that allows it; nil where nothing is decided.
  var rule: String?
  /// Everything that any program notices; anything else is a mistake.
  var consequences: [Consequence] = []

  /// What the programs have to notice, a line for each thing.
  var expected: [Role: [String]] {
    consequences.reduce(into: [:]) { expected, consequence in
      guard let notice = consequence.notice else { return }
      for role in consequence.roles { expected[role, default: []].append(notice) }
    }
  }
}

/// What follows from a step for some of the programs.
struct Consequence {
  var roles: [Role]
  /// What they notice, as ``Stage`` says it; nil where it is worth saying that they notice nothing.
  var notice: String?
  /// The same in plain words.
  var words: String
  /// The rule by which it happens; nil where nothing is decided.
  var rule: String?
}

extension Step {
  /// A program starts to play, or to record.
  static func start(_ role: Role, _ words: String, _ consequences: Consequence...) -> Step {
    // The only thing that happens to the program itself is a refusal.
    let isRefused = consequences.contains { $0.roles == [role] }
    return Step(
      actors: [role],
      act: .asks([(.sessionActivate, [:]), (.sessionReport, role.report)]),
      words: words,
      rule: isRefused ? nil : "R12",
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
  /// The program has to be silent, because of another.
  static func began(_ role: Role, by other: Role, _ words: String) -> Consequence {
    let by = BlockerObject(session: other.session, name: other.rawValue, priority: other.priority)
    let told = SessionInterruption(session: role.session, .began(.default, by: by))
    return .told(told, [role], words, rule: "R59")
  }

  /// The program need no longer be silent, and should resume if it was playing.
  static func ended(
    _ role: Role,
    shouldResume: Bool = true,
    _ words: String = "is told that it may resume"
  ) -> Consequence {
    let told = SessionInterruption(session: role.session, .ended(shouldResume: shouldResume))
    return .told(told, [role], words, rule: "R24")
  }

  /// The program is turned down by another.
  static func ducked(_ role: Role, by other: Role, _ words: String) -> Consequence {
    let told = SessionDucking(
      session: role.session,
      gain: 0.2,
      duckedBy: [other.session],
      rampMilliseconds: 300
    )
    return .told(told, [role], words, rule: "R16")
  }

  /// The program's sound comes back.
  static func back(_ role: Role) -> Consequence {
    let told = SessionDucking(session: role.session, gain: 1, duckedBy: [], rampMilliseconds: 1000)
    return .told(told, [role], "returns to full volume", rule: "R27")
  }

  /// The programs are told the same.
  static func told<Told: Notification>(
    _ notification: Told,
    _ roles: [Role],
    _ words: String,
    rule: String
  ) -> Consequence {
    let text = Names.ofStory.text(of: Told.method.rawValue, notification.json)
    return Consequence(roles: roles, notice: "is told: \(text)", words: words, rule: rule)
  }

  /// The program is told nothing.
  static func nothing(_ role: Role, _ words: String, rule: String) -> Consequence {
    Consequence(roles: [role], words: words, rule: rule)
  }
}
