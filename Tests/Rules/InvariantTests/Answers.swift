import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules

/// Events that answer earlier ones, so that such sequences come up often enough.
extension EventGenerator {
  /// Whoever interrupted one that keeps others waiting leaves, so that it holds an offer (R30).
  mutating func wayBack() -> [Event] {
    let views = world.views
    let awaited = Set(views.flatMap(\.blockers))
    let nested = views.filter { $0.state == .interrupted && awaited.contains($0.id) }
    guard let view = nested.randomElement(using: &generator) else { return [] }
    return view.blockers.map { Event.deactivate($0, notifyOthers: true) }
  }

  /// A change of a session that keeps others waiting, after which it does so no more.
  mutating func tellingChange(_ views: [NaiveView]) -> Event? {
    let awaited = Set(views.flatMap(\.blockers))
    let holders = views.filter { awaited.contains($0.id) }
    let rings = holders.filter { $0.configuration.priority == .ringtone }
    if let ring = rings.randomElement(using: &generator) { return answer(ring) }
    let offered = holders.filter(\.isOffered).randomElement(using: &generator)
    return offered.map { mix($0) }
  }

  /// The ring becomes the call (R42), whatever it was by; at times calls do otherwise than rings.
  private mutating func answer(_ ring: NaiveView) -> Event {
    var change = ConfigurationChange()
    change.priority = .phoneCall
    if ring.configuration.role != nil { change.role = ConfigurationChange.Role.none }
    let event = Event.configure(ring.id, change, grants: grants())
    guard variesTable && chance(0.5) else { return event }
    var policy = policy
    let call = Int(Kind.phoneCall.rawValue)
    policy.overrides.append(Policy.Override(call, nil, pick([.mix, .duck, .refuse], .mix)))
    queued.append(event)
    return .reload(policy)
  }

  /// A session gives up its claims by mixing, active or not (R38).
  private mutating func mix(_ view: NaiveView) -> Event {
    var change = ConfigurationChange()
    change.category = .playback
    change.options = .mixWithOthers
    if view.configuration.role != nil { change.role = ConfigurationChange.Role.none }
    return .configure(view.id, change, grants: grants())
  }

  /// A session that was told to resume does what the rules allow for a while (R11, R30, R65).
  mutating func answers(to effects: [Effect]) -> [Event] {
    let told = effects.compactMap { effect -> SessionID? in
      if case .recommendation(let id, .shouldResume) = effect { id } else { nil }
    }
    guard let id = told.randomElement(using: &generator) else { return [] }
    let hides = Event.report(id, Report(foreground: false))
    let plays = Event.report(id, Report(playing: true))
    let rival = world.views.randomElement(using: &generator)?.id ?? id
    if chance(0.5) { return [hides, activate(id), activate(rival), activate(id)] }
    return [hides, activate(id), plays].filter { _ in chance(0.7) }.shuffled(using: &generator)
  }
}
