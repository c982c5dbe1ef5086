import Arbitration
import AudioSessionTypes
import ReferenceRules

/// What calls for an answer, and gets it often enough to be tried.
extension EventGenerator {
  /// A ring on which others wait.
  mutating func ring(_ views: [NaiveView]) -> NaiveView? {
    let awaited = Set(views.flatMap(\.blockers))
    let rings = views.filter { $0.configuration.priority == .ringtone && awaited.contains($0.id) }
    return rings.randomElement(using: &generator)
  }

  /// The ring becomes the call (R42), whatever it was by.
  mutating func answer(_ ring: NaiveView) -> Event {
    var change = ConfigurationChange()
    change.priority = .phoneCall
    if ring.configuration.role != nil { change.role = ConfigurationChange.Role.none }
    return .configure(ring.id, change, grants: grants())
  }

  /// Who was told to resume does what the rules let it do for a while (R11, R30, R65).
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
