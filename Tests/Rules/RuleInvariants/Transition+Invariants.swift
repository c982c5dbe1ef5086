package import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules

/// P3, P5, P6 and P8, and what the core says of itself; nil: it holds.
extension Transition {
  /// P3: of sessions that meet only one non-mixable normal one is active, with the built-in table.
  package var faultOfExclusiveness: String? {
    let alone = viewsAfter.filter { view in
      view.state == .active && view.configuration.priority == .normal && !isMixable(view)
    }
    for left in alone {
      for right in alone where left.scope.meets(right.scope) {
        return "both active: \(plain(left.id)), \(plain(right.id))"
      }
    }
    return nil
  }

  /// P5: a refused request leaves everything as it was.
  package var faultOfRefusal: String? {
    guard case .refused(let id, _, _)? = decision.told.first else { return nil }
    // R34: who is refused may then take the place of those that wait.
    if before.policy.refusedDisplaces { return nil }
    if decision.told.count > 1 { return "told: \(plain(decision.told))" }
    var unchanged = viewsBefore
    if let index = unchanged.firstIndex(where: { $0.id == id }),
      let now = viewsAfter.first(where: { $0.id == id })
    {
      unchanged[index].isPending = now.isPending
    }
    let fault = firstDifference("refused, and sessions", core: viewsAfter, reference: unchanged)
    let isEqual = before.enforced == after.enforced && before.policy == after.policy
    return fault ?? (isEqual ? nil : "refused, and something has changed")
  }

  /// P6: one's own activation and deactivation send one nothing else.
  package var faultOfReply: String? {
    let actor: SessionID
    switch event {
    case .activate(let id, _, _, _), .deactivate(let id, _): actor = id
    default: return nil
    }
    let strange = decision.told.filter { effect in
      switch effect {
      case .granted, .refused, .ducking, .didBecomeActive, .didBecomeInactive: false
      default: effect.session == actor
      }
    }
    return strange.isEmpty ? nil : "told: \(plain(strange))"
  }

  /// P8: every interrupted session waits for something that can end.
  package var faultOfWaiting: String? {
    for view in viewsAfter where view.state == .interrupted {
      let live = viewsAfter.filter { view.blockers.contains($0.id) }
        .filter { $0.state != .inactive || $0.isOffered }
      if live.count < view.blockers.count { return "a dead blocker: \(plain(view.id))" }
      if live.isEmpty && !isHeldBySystem(view) { return "waits for nothing: \(plain(view.id))" }
    }
    return nil
  }

  private func isHeldBySystem(_ view: NaiveView) -> Bool {
    switch view.interruptionReason {
    case .builtInMicMuted: after.isMicrophoneMuted(for: view.owner.user)
    case .routeDisconnected: true
    case .default: after.isSleeping(for: view.owner.user)
    case .appWasSuspended, nil: false
    }
  }

  /// The latest wake is the earliest deadline there is.
  ///
  /// - Parameter wake: The time that the core asked for last, as the shell keeps it.
  /// - Returns: What is wrong.
  package func faultOfWake(_ wake: inout Instant?) -> String? {
    if let latest = decision.latestWake { wake = latest }
    let deadlines = viewsAfter.flatMap { [$0.offerDeadline, $0.leaseDeadline] }
    let expected = deadlines.compactMap(\.self).min()
    return wake == expected ? nil : "wake \(plain(wake)), expected \(plain(expected))"
  }

  /// Observers and enforcers hear of every change that concerns them, and of nothing else.
  package var faultOfObservers: String? {
    let effects = decision.effects.map(\.effect)
    let told = effects.compactMap { effect -> SessionID? in
      if case .changed(let id) = effect { id } else { nil }
    }
    let changed = observable
    if told.sorted() != changed.sorted() {
      return "changed: core \(plain(told)), expected \(plain(changed.sorted()))"
    }
    let isEnforcementTold = effects.contains(.enforcementChanged)
    let isEnforcementChanged = targets(viewsBefore) != targets(viewsAfter)
    return isEnforcementTold == isEnforcementChanged
      ? nil : "enforcementChanged: core \(isEnforcementTold), expected \(isEnforcementChanged)"
  }

  /// The sessions of which observers see something that was otherwise before, or is new, or is gone.
  private var observable: [SessionID] {
    let earlier = viewsBefore.map(seen)
    let later = viewsAfter.map(seen)
    let differing = later.filter { !earlier.contains($0) }.map(\.id)
    return differing + earlier.map(\.id).filter { !after.isOpen($0) }
  }
}

extension Decision {
  /// `wake`, if the decision has one: nil within for never.
  package var latestWake: Instant?? {
    for case (.wake(let instant), _) in effects.reversed() { return .some(instant) }
    return nil
  }
}

/// By its role's kind, or by category and options (R66).
private func isMixable(_ view: NaiveView) -> Bool {
  let mixable: [Kind] = [
    .mixable, .mixableSpoken, .ducking, .interruptingSpoken, .duckingInterruptingSpoken,
    .accessibility,
  ]
  let configuration = view.configuration
  return configuration.role.map { mixable.contains($0.like) }
    ?? Legality.isMixable(configuration.category, configuration.options)
}

/// A session without what observers aren't told of.
private func seen(_ view: NaiveView) -> NaiveView {
  var view = view
  view.isOtherAudioPlaying = false
  view.secondaryAudioShouldBeSilencedHint = false
  view.promptStyle = .normal
  view.isPending = false
  view.isOffered = false
  view.offerDeadline = nil
  view.leaseDeadline = nil
  return view
}

/// A session as an enforcer is told of it, without ramps.
private struct Target: Equatable {
  var id: SessionID
  var owner: Owner
  var isOrphaned: Bool
  var gain: Double
  var isHeld: Bool
  var muted: SoundDirections
  var input: UInt64
  var isOverridden: Bool
}

private func targets(_ views: [NaiveView]) -> [Target] {
  let enforced = views.filter { view in
    view.state == .interrupted || view.enforcedGain != 1 || !view.mutedByProgram.isEmpty
      || view.inputInForce != 0 || view.isOverrideInForce
  }
  return enforced.map { view in
    Target(
      id: view.id,
      owner: view.owner,
      isOrphaned: view.isOrphaned,
      gain: view.enforcedGain,
      isHeld: view.state == .interrupted,
      muted: view.mutedByProgram,
      input: view.inputInForce,
      isOverridden: view.isOverrideInForce
    )
  }
}
