import AudioSessionWire

/// Plays a step and holds what came of it against what the rules say.
struct Performance {
  let stage: Stage

  /// Plays the step; the expectation and what is seen are lines, so that both can be printed.
  func perform(_ step: Step) throws(Failure) {
    var seen = try carryOut(step)
    try waitForConsequences(of: step, &seen)
    for role in Role.allCases where stage.connected.contains(role) {
      seen.add(try stage.order(role, .listen), from: role, on: stage)
    }
    let expected = Outcome(of: step)
    guard expected == seen else {
      throw .mismatch(Mismatch(expected: expected.lines, seen: seen.lines))
    }
    try checkRules(of: step)
  }

  private func carryOut(_ step: Step) throws(Failure) -> Outcome {
    var seen = Outcome()
    switch step.act {
    case .starts: try stage.startDaemon()
    case .isKilled where step.actors.isEmpty: stage.killDaemon()
    case .isKilled: for role in step.actors { stage.kill(role) }
    case .connects:
      for role in step.actors {
        seen.add(try stage.order(role, .connect), from: role, on: stage)
      }
    case .asks(let requests):
      for role in step.actors { try ask(requests, role, &seen) }
    }
    return seen
  }

  private func ask(
    _ requests: [(Method, JSONValue)],
    _ role: Role,
    _ seen: inout Outcome
  ) throws(Failure) {
    for (method, parameters) in requests {
      let answer = try stage.order(role, .ask(method, parameters))
      seen.add(answer, from: role, on: stage)
      if answer.refusal != .null { return }
    }
  }

  /// After a kill no reply says that the daemon has noticed it: who is to hear of it waits.
  private func waitForConsequences(of step: Step, _ seen: inout Outcome) throws(Failure) {
    guard case .isKilled = step.act else { return }
    for role in step.consequences.flatMap(\.roles) {
      seen.add(try stage.order(role, .wait), from: role, on: stage)
    }
  }

  /// The rules that the timeline names have to be those that the daemon went by.
  private func checkRules(of step: Step) throws(Failure) {
    let isDecided =
      switch step.act {
      case .starts, .connects: false
      case .isKilled: !step.actors.isEmpty
      case .asks: true
      }
    guard isDecided else { return }
    let named = [step.rule] + step.consequences.map(\.rule)
    let decided = try stage.decidedRules()
    guard named.allSatisfy({ $0.map(decided.contains) ?? true }) else {
      throw .mismatch(
        Mismatch(
          expected: ["a decision by \(named.compactMap(\.self).joined(separator: " "))"],
          seen: ["a decision by \(decided.sorted().joined(separator: " "))"]
        )
      )
    }
  }
}
