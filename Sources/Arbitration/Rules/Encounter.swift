import AudioSessionTypes

/// A session as the pair table and its exceptions see it.
///
/// Sessions with equal contenders fare equally with all others, so ducking is recomputed only where
/// a contender changes.
struct Contender: Equatable, BitwiseCopyable {
  var kind: Kind
  /// The built-in kind that the kind is, or is like (R66).
  var like: Kind
  /// The row and column of the pair table.
  var place: UInt8
  var priority: Priority
  var scope: Scope
  /// A ring that shows a banner (R41).
  fileprivate var isBannerRing: Bool
  fileprivate var prefersNoInterruptions: Bool
  fileprivate var isPlayback: Bool

  init(_ configuration: Configuration, _ scope: Scope, place: UInt8) {
    kind = configuration.kind
    like = configuration.like
    self.place = place
    priority = configuration.priority
    self.scope = scope
    isBannerRing = configuration.priority == .ringtone && configuration.alertStyle == .banner
    prefersNoInterruptions =
      configuration.preferences.contains(.prefersNoInterruptionsFromSystemAlerts)
    isPlayback = configuration.category == .playback
  }

  /// Above normal and mixable: lower priorities leave it alone (section 3).
  fileprivate var isProtected: Bool { priority != .normal && like.isMixable }

  var sessionClass: SessionClass { SessionClass(priority, place) }
}

/// The outcome for a newcomer and a current session.
struct Encounter: Equatable {
  /// Never `askToDuck`, which is `duck` and ``isAsked``.
  var outcome: Outcome
  var reason: Reason
  /// Whether who is ducked is asked to lower itself, and isn't lowered.
  var isAsked = false
  /// The place in ``Interactions/gains`` of the square's own gain, if it has one (R18).
  var depth: UInt16?
}

/// A session as it is, or as it would be if its activation or its change were granted.
struct Candidate {
  var session: Session
  var contender: Contender
}

extension Interactions {
  /// The contender of a session with this configuration and scope.
  func contender(of configuration: Configuration, _ scope: Scope) -> Contender {
    Contender(configuration, scope, place: place(of: configuration.kind))
  }

  /// The pair table's outcome (R59), after its exceptions in the order that section 3 gives.
  func encounter(_ newcomer: Contender, _ current: Contender) -> Encounter {
    guard newcomer.scope.meets(current.scope) else { return encounterApart(newcomer, current) }
    return encounterMeeting(newcomer, current)
  }

  /// R63, and R52: what two sessions do to each other that don't meet.
  private func encounterApart(_ newcomer: Contender, _ current: Contender) -> Encounter {
    guard newcomer.scope.application == current.scope.application else {
      return Encounter(outcome: .mix, reason: Reason(.R63))
    }
    let apart = Encounter(outcome: .mix, reason: Reason(.R52))
    let reach = reachWithinApplication(newcomer.place, current.place)
    guard reach != .nothing, newcomer.scope.sharesZone(with: current.scope) else { return apart }
    var encounter = encounterMeeting(newcomer, current)
    // An enforcer would lower the ducker with it: it knows the streams by their processes (R58).
    encounter.isAsked = true
    let ducks = encounter.outcome == .duck || encounter.outcome == .duckNewcomer
    return reach == .everything || ducks && encounter.reason.rule == .R59 ? encounter : apart
  }

  /// R41: a banner's ring, and a session that prefers no interruptions.
  private func encounterBanner(ofNewcomer isNewcomer: Bool) -> Encounter {
    guard let silence else { return Encounter(outcome: .mix, reason: Reason(.R41)) }
    let outcome = isNewcomer ? Outcome.duckNewcomer : .duck
    return Encounter(outcome: outcome, reason: Reason(.R41), depth: silence)
  }

  @inline(__always)
  private func encounterMeeting(_ newcomer: Contender, _ current: Contender) -> Encounter {
    if newcomer.isBannerRing && current.prefersNoInterruptions {
      return encounterBanner(ofNewcomer: true)
    }
    if current.isBannerRing && newcomer.prefersNoInterruptions {
      return encounterBanner(ofNewcomer: false)
    }
    let square = self[newcomer.place, current.place]
    let reason = Reason(.R59, Cell(newcomer.kind, current.kind))
    switch square.outcome {
    case .refuse where playsDuring(newcomer, current):
      return Encounter(outcome: .duckNewcomer, reason: Reason(.R9))
    case .interrupt where isSpared(current, by: newcomer),
      .duck where isSpared(current, by: newcomer),
      .refuse where isSpared(newcomer, by: current),
      .duckNewcomer where isSpared(newcomer, by: current):
      return Encounter(outcome: .mix, reason: reason)
    case .mix, .duck, .askToDuck, .duckNewcomer, .interrupt, .refuse:
      return Encounter(
        outcome: square.outcome,
        reason: reason,
        isAsked: square.isAsked,
        depth: square.depth
      )
    }
  }

  /// R9: playback may start during a call, and doesn't affect the call.
  private func playsDuring(_ newcomer: Contender, _ current: Contender) -> Bool {
    allowsPlaybackDuringCall && newcomer.priority == .normal && newcomer.isPlayback
      && current.priority == .phoneCall
  }

  /// A mixable session above normal is spared by lower priorities (section 3).
  private func isSpared(_ one: Contender, by other: Contender) -> Bool {
    one.isProtected && other.priority.level < one.priority.level
  }
}
