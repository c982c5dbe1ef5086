import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules
import TestTraits
import Testing

/// P2 to P8, and what the core says of itself, on random sequences.
@Suite(.besideThePool(.rounds)) struct Invariants {
  /// This is R32.
  @Test func `P2: began and ended alternate, and a began follows a began only after an activation`()
  {
    Property(rounds: 60) { policy, moments in
      var isWaiting: [SessionID: Bool] = [:]
      return Play.fault(policy, moments) { step in
        for effect in step.decision.told {
          switch effect {
          case .granted(let id):
            if case .activate = step.event { isWaiting[id] = nil }
          case .began(let id, let reason, _):
            if isWaiting[id] != nil { return "began twice: \(plain(effect))" }
            // No `ended` follows a suspension or a lost route.
            isWaiting[id] = reason == .default || reason == .builtInMicMuted
          case .ended(let id, _):
            if isWaiting[id] != true { return "ended without began: \(plain(effect))" }
            isWaiting[id] = nil
          default: break
          }
        }
        return nil
      }
    }
    .check()
  }

  @Test func `P3: of sessions that meet only one non-mixable normal one is active`() {
    Property(variesTable: false, rounds: 120) { policy, moments in
      Play.fault(policy, moments) { step in
        let alone = step.after.naiveViews.filter { view in
          view.state == .active && view.configuration.priority == .normal && !isMixable(view)
        }
        for left in alone {
          for right in alone where left.scope.meets(right.scope) {
            return "both active: \(plain(left.id)), \(plain(right.id))"
          }
        }
        return nil
      }
    }
    .check()
  }

  @Test func `P4: when all have left every gain is 1 and nothing is held`() {
    Property(rounds: 40) { policy, moments in
      var last = Arbiter(policy: policy)
      var wake: Instant?
      let fault = Play.fault(policy, moments) { step in
        last = step.after
        if let latest = latestWake(step.decision) { wake = latest }
        return nil
      }
      var decision = Decision()
      let end = (moments.last?.now ?? Instant(nanoseconds: 0)).advanced(by: .seconds(86_400))
      for event in farewells(last, moments) {
        last.apply(event, at: end, into: &decision)
        if let latest = latestWake(decision) { wake = latest }
      }
      let users = [UserID(1000), UserID(1001)]
      let isHeld =
        !last.enforced.isEmpty || wake != nil || users.contains { last.holds($0) }
      let isQuiet = last.counts == Counts() && last.sessionIDs.isEmpty && !isHeld
      return fault ?? (isQuiet ? nil : "left behind: \(last.counts), \(plain(last.enforced))")
    }
    .check()
  }

  @Test func `P5: a refused request leaves everything as it was`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { step in
        guard case .refused(let id, _, _)? = step.decision.told.first else { return nil }
        // R34: who is refused may then take the place of those that wait.
        if step.before.policy.refusedDisplaces { return nil }
        if step.decision.told.count > 1 { return "told: \(plain(step.decision.told))" }
        var before = step.before.naiveViews
        let after = step.after.naiveViews
        if let index = before.firstIndex(where: { $0.id == id }) {
          before[index].isPending = after[index].isPending
        }
        let fault = firstDifference("refused, and sessions", core: after, reference: before)
        let isEqual =
          step.before.enforced == step.after.enforced
          && step.before.policy == step.after.policy
        return fault ?? (isEqual ? nil : "refused, and something has changed")
      }
    }
    .check()
  }

  @Test func `P6: one's own activation and deactivation send one nothing else`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { step in
        let actor: SessionID
        switch step.event {
        case .activate(let id, _, _, _), .deactivate(let id, _): actor = id
        default: return nil
        }
        let strange = step.decision.told.filter { effect in
          switch effect {
          case .granted, .refused, .ducking, .didBecomeActive, .didBecomeInactive: false
          default: effect.session == actor
          }
        }
        return strange.isEmpty ? nil : "told: \(plain(strange))"
      }
    }
    .check()
  }

  @Test func `P7: renaming clients changes nothing but names`() {
    Property(rounds: 40) { policy, moments in
      let renaming = Renaming(seed: UInt64(moments.count))
      var renamed = Arbiter(policy: policy)
      var decision = Decision()
      return Play.fault(policy, moments) { step in
        renamed.apply(renaming.event(step.event), at: step.now, into: &decision)
        let expected = step.decision.effects.map { renaming.effect($0.effect) }
        let views = step.after.naiveViews.map(renaming.view)
        return firstDifference("effects", core: decision.effects.map(\.effect), reference: expected)
          ?? firstDifference("sessions", core: renamed.naiveViews, reference: views)
      }
    }
    .check()
  }

  @Test func `P8: every interrupted session waits for something that can end`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { step in
        let views = step.after.naiveViews
        for view in views where view.state == .interrupted {
          let live = views.filter { view.blockers.contains($0.id) }
            .filter { $0.state != .inactive || $0.isOffered }
          if live.count < view.blockers.count { return "a dead blocker: \(plain(view.id))" }
          if live.isEmpty && !isHeldBySystem(view, step.after) {
            return "waits for nothing: \(plain(view.id))"
          }
        }
        return nil
      }
    }
    .check()
  }

  @Test func `the latest wake is the earliest deadline there is`() {
    Property(rounds: 60) { policy, moments in
      var wake: Instant?
      return Play.fault(policy, moments) { step in
        if let latest = latestWake(step.decision) { wake = latest }
        let deadlines = step.after.naiveViews.flatMap { [$0.offerDeadline, $0.leaseDeadline] }
        let expected = deadlines.compactMap(\.self).min()
        return wake == expected ? nil : "wake \(plain(wake)), expected \(plain(expected))"
      }
    }
    .check()
  }

  @Test func `observers and enforcers hear of every change that concerns them`() {
    Property(rounds: 60) { policy, moments in
      Play.fault(policy, moments) { step in
        let effects = step.decision.effects.map(\.effect)
        let told = effects.compactMap { effect -> SessionID? in
          if case .changed(let id) = effect { id } else { nil }
        }
        let changed = observable(step.before, besides: step.after)
        let isEnforcementTold = effects.contains(.enforcementChanged)
        let isEnforcementChanged = targets(step.before) != targets(step.after)
        if told.sorted() != changed.sorted() {
          return "changed: core \(plain(told)), expected \(plain(changed.sorted()))"
        }
        return isEnforcementTold == isEnforcementChanged
          ? nil : "enforcementChanged: core \(isEnforcementTold), expected \(isEnforcementChanged)"
      }
    }
    .check()
  }
}

/// `wake`, if the decision has one: nil within for never.
private func latestWake(_ decision: Decision) -> Instant?? {
  for case (.wake(let instant), _) in decision.effects.reversed() { return .some(instant) }
  return nil
}

/// All connections end, and then the leases run out.
private func farewells(_ arbiter: Arbiter, _ moments: [Moment]) -> [Event] {
  let views = arbiter.naiveViews
  let processes = Set(views.map(\.owner.process))
  let clients = processes.map { process in
    let own = views.filter { $0.owner.process == process }
    return Event.connectionEnded(
      ConnectionID(1_000 + process.number),
      sessions: own.filter { $0.lease == nil }.map(\.id),
      orphaned: own.filter { $0.lease != nil }.map(\.id)
    )
  }
  let reporters = moments.compactMap { moment -> ConnectionID? in
    switch moment.event {
    case .setMicrophoneMuted(_, let reporter), .setSleeping(_, let reporter),
      .setSilenced(_, let reporter), .setSuspended(_, _, let reporter),
      .setRoute(_, _, let reporter):
      reporter.connection
    default: nil
    }
  }
  return clients + reporters.map { Event.connectionEnded($0, sessions: []) }
    + Array(repeating: Event.timePassed, count: 2 * views.count + 1)
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

extension Arbiter {
  /// Whether a report about the system still holds for the user's sessions.
  fileprivate func holds(_ user: UserID) -> Bool {
    isMicrophoneMuted(for: user) || isSleeping(for: user) || isSilenced(for: user)
      || silencesSystemSounds(in: Scope(ApplicationID(0)), of: user)
  }
}

private func isHeldBySystem(_ view: NaiveView, _ arbiter: Arbiter) -> Bool {
  switch view.interruptionReason {
  case .builtInMicMuted: arbiter.isMicrophoneMuted(for: view.owner.user)
  case .routeDisconnected: true
  case .default: arbiter.isSleeping(for: view.owner.user)
  case .appWasSuspended, nil: false
  }
}

/// The sessions of which observers see something that was otherwise before, or is new, or is gone.
private func observable(_ before: Arbiter, besides after: Arbiter) -> [SessionID] {
  let earlier = before.naiveViews.map(seen)
  let later = after.naiveViews.map(seen)
  let differing = later.filter { !earlier.contains($0) }.map(\.id)
  return differing + earlier.map(\.id).filter { !after.isOpen($0) }
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

/// The state of a session as an enforcer is told of it, without ramps.
private func targets(_ arbiter: Arbiter) -> [String] {
  let enforced = arbiter.naiveViews.filter { view in
    view.state == .interrupted || view.enforcedGain != 1 || !view.mutedByProgram.isEmpty
      || view.inputInForce != 0 || view.isOverrideInForce
  }
  return enforced.map { view in
    "\(view.id) \(view.owner) \(view.isOrphaned) \(view.enforcedGain) \(view.state == .interrupted)"
      + " \(view.mutedByProgram) \(view.inputInForce) \(view.isOverrideInForce)"
  }
}
