import AudioSessionWire

/// All that a step led to: what was refused, who lost the connection, who was told what.
struct Outcome: Equatable {
  private var refusals: [Role: JSONValue] = [:]
  private var lost: Set<Role> = []
  private var told: [Role: [Told]] = [:]

  /// Nothing.
  init() {}

  /// What the step is to lead to.
  init(of step: Step) {
    for consequence in step.consequences {
      for role in consequence.roles {
        switch consequence.kind {
        case .told(let notifications): told[role, default: []] += notifications
        case .lost: lost.insert(role)
        case .nothing: break
        case .refused(let code, let blocker, let priority):
          refusals[role] = Outcome.refusal(code, consequence.rule, blocker, priority)
        }
      }
    }
  }

  /// Adds what a program says.
  mutating func add(_ answer: Answer, from role: Role, on stage: Stage) {
    if answer.refusal != .null { refusals[role] = Outcome.brief(answer.refusal) }
    if answer.isLost { lost.insert(role) }
    if !answer.heard.isEmpty { told[role, default: []] += answer.heard.map(stage.told) }
  }

  /// One line for each thing, to be read by people.
  var lines: [String] {
    let lines = Role.allCases.flatMap { role in
      (refusals[role].map { ["\(role) is refused: \($0.text)"] } ?? [])
        + (lost.contains(role) ? ["\(role) loses the connection"] : [])
        + (told[role] ?? []).map { "\(role) is told: \($0.text)" }
    }
    return lines.isEmpty ? ["nobody is told anything"] : lines
  }

  private static func refusal(
    _ code: String,
    _ rule: String?,
    _ blocker: Role,
    _ priority: String
  ) -> JSONValue {
    [
      "fourCC": .string(code), "rule": rule.map(JSONValue.string) ?? .null,
      "by": .string(blocker.rawValue), "priority": .string(priority),
    ]
  }

  /// The refusal without what follows from its code, and without the blocker's number.
  private static func brief(_ data: JSONValue) -> JSONValue {
    guard let code = data["fourCC"], let rule = data["rule"] else { return data }
    return [
      "fourCC": code, "rule": rule, "by": data["by"]?["name"] ?? .null,
      "priority": data["by"]?["priority"] ?? .null,
    ]
  }
}
