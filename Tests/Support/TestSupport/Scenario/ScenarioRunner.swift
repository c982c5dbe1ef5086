import AudioSessionTypes

/// Plays a scenario in a world and compares everything that was told with everything expected.
package enum ScenarioRunner {
  /// The first thing that went otherwise than the scenario says, as a message; nil if nothing did.
  ///
  /// What comes after a difference follows from it, so the scenario isn't played on.
  package static func firstDifference<World: ScenarioWorld>(
    of scenario: Scenario,
    in world: World.Type
  ) -> String? {
    var line = scenario.line
    do throws(ScenarioFault) {
      var world = try World(scenario.stage)
      for entry in scenario.lines {
        let difference: String?
        switch entry {
        case .step(let step):
          line = step.line
          difference = try self.difference(step, in: &world)
        case .check(let check):
          line = check.line
          difference = try self.difference(check, in: &world)
        }
        if let difference { return "\(scenario.file):\(line): \(difference)" }
      }
      return missingRules(of: scenario, in: world)
    } catch {
      return "\(scenario.file):\(line): \(error)"
    }
  }

  private static func difference<World: ScenarioWorld>(
    _ step: Step,
    in world: inout World
  ) throws(ScenarioFault) -> String? {
    let seen = try world.perform(step.action)
    guard !matches(seen, step.expected, wholeOrder: World.seesWholeOrder) else { return nil }
    return """
      \(step.text)
        expected: \(list(step.expected))
        seen:     \(list(seen))
      """
  }

  private static func difference<World: ScenarioWorld>(
    _ check: Check,
    in world: inout World
  ) throws(ScenarioFault) -> String? {
    guard let facts = try world.facts(of: check.session) else {
      return check.facts == ["gone"] ? nil : "\(check.session) isn't open"
    }
    let wrong = check.facts.filter { fact in
      let negated = fact.without(prefix: "not ").map { String($0) }
      guard World.sees(negated ?? fact) else { return false }
      return facts.contains(negated ?? fact) == (negated != nil)
    }
    guard !wrong.isEmpty else { return nil }
    return """
      \(check.session) is not as expected
        expected: \(wrong.joined(separator: ", "))
        seen:     \(facts.sorted().joined(separator: ", "))
      """
  }

  /// A rule in the scenario's head that nothing in it rested on is a wrong id, or a wrong core.
  private static func missingRules(of scenario: Scenario, in world: some ScenarioWorld) -> String? {
    let missing = scenario.rules.filter { !world.rules.contains($0) }
    guard !missing.isEmpty else { return nil }
    return """
      \(scenario.file):\(scenario.line): no decision rested on \
      \(missing.map(\.name).joined(separator: " ")), but on \
      \(world.rules.rules.map(\.name).joined(separator: " "))
      """
  }

  /// Where only each session's own order can be seen, the lines are compared session by session.
  private static func matches(_ seen: [String], _ expected: [String], wholeOrder: Bool) -> Bool {
    guard seen.count == expected.count else { return false }
    func grouped(_ lines: [String]) -> [Substring: [String]] {
      Dictionary(grouping: lines) { wholeOrder ? "" : $0.prefix { $0 != " " } }
    }
    let expected = grouped(expected)
    return grouped(seen).allSatisfy { subject, lines in
      let wanted = expected[subject] ?? []
      return wanted.count == lines.count
        && zip(lines, wanted).allSatisfy { $0 == $1 || withoutRule($0) == $1 }
    }
  }

  /// A refusal's rule is compared where the scenario names it.
  private static func withoutRule(_ line: String) -> String {
    guard line.hasPrefix("refused"), let start = line.firstIndex(of: "(") else { return line }
    return String(line[..<start].dropLast())
  }

  private static func list(_ lines: [String]) -> String {
    lines.isEmpty ? "nothing" : lines.joined(separator: "\n            ")
  }
}
