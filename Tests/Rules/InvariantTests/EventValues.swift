import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules

/// The values that events carry, weighted towards those that meet others.
extension EventGenerator {
  private var favourites: [Category] {
    [.playback, .playback, .playback, .playAndRecord, .playAndRecord, .record]
  }

  mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  mutating func pick<Value>(_ values: [Value], _ otherwise: Value) -> Value {
    values.randomElement(using: &generator) ?? otherwise
  }

  /// Of a lease; at times it ends when something else does.
  mutating func length() -> Duration {
    if chance(0.2), let timeLeft { return timeLeft }
    if grid == .milliseconds(1) {
      return .milliseconds(Int.random(in: 100...20_000, using: &generator))
    }
    return grid * pick([1, 2, 5, 10, 20], 1)
  }

  mutating func grants() -> Grants {
    if chance(trust) { return .all }
    let all =
      [.accessibility] + Priority.allCases.map { Grants($0) }
      + policy.roles.indices.map { Grants(role: $0) }
    return all.filter { _ in chance(0.5) }.reduce(.none) { $0.union($1) }
  }

  mutating func report() -> Report {
    var report = Report()
    if chance(0.5) { report.playing = chance(0.5) }
    if chance(0.5) { report.recording = chance(0.7) }
    if chance(0.3) { report.foreground = chance(presence) }
    if chance(0.15) { report.inputMuted = chance(0.6) }
    if chance(0.15) { report.outputMuted = chance(0.6) }
    if chance(0.15) { report.preferredInput = pick([0, 1, 2], 1) }
    if chance(0.15) { report.overridesOutput = chance(0.6) }
    return report
  }

  mutating func directions() -> SoundDirections {
    SoundDirections(input: chance(0.4), output: chance(0.5))
  }

  /// A change of a session, or of a new one.
  mutating func change(of view: NaiveView?) -> ConfigurationChange {
    var change = ConfigurationChange()
    let isFresh = view == nil
    if isFresh || chance(0.4) { change.category = pick(Category.allCases + favourites, .playback) }
    if chance(0.3) { change.mode = chance(speech) ? .spokenAudio : pick(Mode.allCases, .default) }
    let kept = configuration(view?.configuration ?? Configuration(), after: change)
    if chance(0.6) { change.options = options(kept) }
    if chance(0.03) { change.routeSharingPolicy = pick(RouteSharingPolicy.allCases, .default) }
    if chance(isFresh ? 0.5 : 0.25) { change.priority = pick(priorities, .normal) }
    if chance(casting) { cast(&change, view?.configuration) }
    if chance(0.2) { change.alertStyle = chance(0.7) ? .banner : .fullScreen }
    if chance(0.5) { change.preferencesSet = Preferences(rawValue: randomBits()) }
    if chance(0.2) { change.preferencesCleared = Preferences(rawValue: randomBits()) }
    change.namesUnknownValue = chance(0.01)
    return change
  }

  mutating func randomBits() -> UInt8 { UInt8.random(in: 0...15, using: &generator) }

  /// Mostly what is legal, so that it comes to arbitration.
  mutating func options(_ kept: Configuration) -> CategoryOptions {
    var options: CategoryOptions = []
    for (_, option) in CategoryOptions.named where chance(option == fashion ? 0.7 : 0.25) {
      let isLegal = Legality.allows(kept.category, kept.mode, options.union(option), .default)
      if isLegal || chance(0.02) { options.formUnion(option) }
    }
    return options
  }

  /// A role goes with the priority `normal` only (R66), which at times is forgotten.
  private mutating func cast(_ change: inout ConfigurationChange, _ old: Configuration?) {
    if old?.role != nil && chance(0.3) {
      change.role = ConfigurationChange.Role.none
    } else {
      change.role = .named(pick(roles, .accessibility))
      if chance(0.95) { change.priority = old?.ownPriority == .normal ? nil : .normal }
    }
  }
}
