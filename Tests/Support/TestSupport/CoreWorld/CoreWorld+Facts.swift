import AudioSessionArbitration
import AudioSessionTypes

extension CoreWorld {
  /// Nothing is hidden from who holds the arbiter in his hands.
  package static func sees(_ fact: String) -> Bool { true }

  /// All that can be seen of a session now, one fact an element; nil if it isn't open.
  ///
  /// - Parameter session: Its name in the scenario.
  /// - Returns: The facts that README.md lists.
  /// - Throws: That there never was such a session.
  package mutating func facts(of session: String) throws(ScenarioFault) -> Set<String>? {
    let id = try cast.id(session)
    guard arbiter.isOpen(id), let view = arbiter.view(of: id) else { return nil }
    var facts = configured(view.configuration)
    facts.formUnion([
      view.state.rawValue, "gain \(view.gain.asGain)", "kind \(arbiter.kindNames[view.kind])",
      view.isPlaying ? "playing" : "silent", view.isForeground ? "foreground" : "background",
      view.isOtherAudioPlaying ? "hearing others" : "hearing nobody",
      "prompt \(view.promptStyle.rawValue)", "activation \(view.activation)",
    ])
    if view.isRecording { facts.insert("recording") }
    if view.enforcedGain < 1 { facts.insert("lowered") }
    if view.secondaryAudioShouldBeSilencedHint { facts.insert("hinted") }
    facts.formUnion(view.mutedByProgram.words.map { "\($0.rawValue) muted" })
    facts.formUnion(view.mutedByUser.words.map { "\($0.rawValue) muted by its user" })
    if view.ports.input != 0 { facts.insert("prefers input \(view.ports.input)") }
    if view.ports.overridesOutput { facts.insert("output overridden") }
    if view.isNowPlaying { facts.insert("now playing") }
    if view.isPending { facts.insert("pending") }
    if view.isOffered { facts.insert("offered") }
    if view.isOrphaned { facts.insert("orphaned") }
    if let role = view.configuration.role { facts.insert("role \(arbiter.kindNames[role.kind])") }
    if let zone = view.scope.zone.flatMap(cast.scopes.name) { facts.insert("zone \(zone)") }
    if let application = cast.scopes.name(view.scope.application) {
      facts.insert("application \(application)")
    }
    if let reason = view.interruptionReason { facts.insert("interrupted as \(reason.rawValue)") }
    facts.formUnion(others(id))
    noteWhatIsOnlySeen(view)
    for explanation in arbiter.explanations(of: id) {
      facts.insert(cause(explanation))
      rules.insert(explanation.reason.rule)
    }
    return facts
  }

  /// Rules that answer a question and are no part of any decision.
  private mutating func noteWhatIsOnlySeen(_ view: SessionView) {
    if view.promptStyle != .normal { rules.insert(.R51) }
    if view.isPending { rules.insert(.R35) }
    if view.scope.zone != nil { rules.insert(.R63) }
  }

  private func configured(_ configuration: Configuration) -> Set<String> {
    let options = CategoryOptions.named.filter {
      configuration.optionsInForce.isSuperset(of: $0.option)
    }
    let preferences = Preferences.named.filter {
      configuration.preferences.isSuperset(of: $0.preference)
    }
    return Set(
      [
        configuration.category.rawValue, "mode \(configuration.mode.rawValue)",
        "policy \(configuration.routeSharingPolicy.rawValue)", configuration.priority.rawValue,
        configuration.alertStyle.rawValue,
      ] + options.map(\.name) + preferences.map(\.name)
    )
  }

  /// The session's blockers and duckers, by number.
  private func others(_ id: SessionID) -> Set<String> {
    var list: [SessionID] = []
    func names() -> String {
      list.isEmpty ? "nobody" : list.map(cast.name).joined(separator: " ")
    }
    _ = arbiter.blockers(of: id, into: &list, limit: .max)
    let blockers = "blocked by \(names())"
    list.removeAll()
    _ = arbiter.duckers(of: id, into: &list, limit: .max)
    return [blockers, "ducked by \(names())"]
  }

  /// `waiting by film under R28`, as `policy.explain` has it.
  private func cause(_ explanation: Explanation) -> String {
    let by = explanation.by.map { " by \(cast.name($0))" } ?? ""
    return "\(explanation.effect.rawValue)\(by) under \(ruleAndCell(explanation.reason))"
  }

  /// All of it: `interrupted by film under R59 exclusive.exclusive since 3000ms, decision 5`.
  func explained(_ explanation: Explanation) -> String {
    let error = explanation.error.map { " \($0.fourCC ?? String($0.code))" } ?? ""
    let interruption = explanation.interruption.map { " as \($0.rawValue)" } ?? ""
    let since = explanation.since.duration(since: CoreWorld.start).milliseconds
    return cause(explanation) + error + interruption
      + " since \(since)ms, decision \(explanation.seq)"
  }
}
