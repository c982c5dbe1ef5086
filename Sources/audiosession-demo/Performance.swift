/// Carries out steps and compares what follows with what the rules require.
struct Performance {
  let stage: Stage

  /// Carries out a step.
  ///
  /// - Throws: ``Failure/mismatch(_:)`` if a program notices anything but what it has to.
  func perform(_ step: Step) throws(Failure) {
    var seen = try carryOut(step)
    for role in Role.allCases where stage.connected.contains(role) {
      seen[role, default: []] += try stage.listen(role)
    }
    seen = seen.filter { !$0.value.isEmpty }
    guard seen == step.expected else {
      throw .mismatch(
        Mismatch(expected: Performance.lines(step.expected), seen: Performance.lines(seen))
      )
    }
    try checkRules(of: step)
  }

  private func carryOut(_ step: Step) throws(Failure) -> [Role: [String]] {
    var seen: [Role: [String]] = [:]
    switch step.act {
    case .starts: try stage.startDaemon()
    case .connects:
      for role in step.actors { seen[role, default: []] += try stage.connect(role) }
    case .asks(let requests):
      for role in step.actors { seen[role, default: []] += try stage.ask(role, requests) }
    case .isKilled:
      if step.actors.isEmpty { stage.killDaemon() }
      for role in step.actors { stage.kill(role) }
      // No reply says that the daemon has noticed the kill: those that it concerns have to wait.
      for role in step.consequences.flatMap(\.roles) {
        seen[role, default: []] += try stage.wait(role)
      }
    }
    return seen
  }

  private static func lines(_ notices: [Role: [String]]) -> [String] {
    let lines = Role.allCases.flatMap { role in (notices[role] ?? []).map { "\(role) \($0)" } }
    return lines.isEmpty ? ["nobody is told anything"] : lines
  }

  /// The rules that the timeline names have to be among those that the daemon applied.
  private func checkRules(of step: Step) throws(Failure) {
    let isDecided =
      switch step.act {
      case .starts, .connects: false
      case .isKilled: !step.actors.isEmpty
      case .asks: true
      }
    guard isDecided else { return }
    let named = ([step.rule] + step.consequences.map(\.rule)).compactMap(\.self)
    let decided = try stage.decidedRules()
    guard decided.isSuperset(of: named) else {
      throw .mismatch(
        Mismatch(
          expected: ["a decision by \(named.joined(separator: " "))"],
          seen: ["a decision by \(decided.sorted().joined(separator: " "))"]
        )
      )
    }
  }
}
