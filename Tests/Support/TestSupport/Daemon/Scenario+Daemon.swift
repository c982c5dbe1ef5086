/// What a scenario takes to be played by processes.
extension Scenario {
  /// Whether it needs users or grants of others than who runs the tests.
  package var needsOthers: Bool {
    let losesGrants = actions.contains { if case .losesGrants = $0 { true } else { false } }
    return losesGrants || !stage.users.isEmpty || !stage.grants.isEmpty || !stage.reporters.isEmpty
  }

  /// The same with short offers, where the scenario waits for their end.
  package var hastened: Scenario {
    var scenario = self
    let setsOffer = stage.settings.contains { $0.key == "ResumeOffer" }
    if actions.contains(.offerLapses), !setsOffer {
      scenario.stage.settings.append(PolicySetting(key: "ResumeOffer", value: "1s"))
    }
    return scenario
  }

  private var actions: [Action] {
    lines.compactMap { if case .step(let step) = $0 { step.action } else { nil } }
  }
}
