import AudioSessionTypes

/// R13: turns what changed into effects, in R13's order; nothing else sends anything to clients.
///
/// Each session that was touched is compared with itself before the decision. So everything is told
/// exactly once, and a refused request, which changed nothing, tells nobody anything.
///
/// The steps change nothing but the decision. They are `mutating` nevertheless: the arbiter is handed
/// to such a function by its address, and to any other as a copy.
extension Arbiter {
  mutating func announce(_ decision: inout Decision) {
    decision.draft.rank(sessions)
    number(&decision)
    announceEnforcement(&decision)
    if let reply = decision.draft.reply { decision.emit(reply.effect, reply.reason) }
    for notice in decision.draft.notices { decision.emit(notice.effect, notice.reason) }
    announceLifecycle(&decision)
    announceBeginnings(&decision)
    announceDucking(&decision)
    announceEndings(&decision)
    announceHints(&decision)
    announceRoute(&decision)
    announceChanges(&decision)
    announceDeadline(&decision)
  }

  /// Updates the counts, and takes a number if a rule refused or anything changed; the refusal that
  /// `explain` tells doesn't count as a change (P5).
  private mutating func number(_ decision: inout Decision) {
    var isNumbered = decision.draft.isNumbered
    for touch in decision.draft.touched {
      let after = sessions[touch.slot]
      if !touch.isNew { counts.add(touch.before, -1) }
      counts.add(after, 1)
      if !isNumbered { isNumbered = touch.isNew || after.differs(from: touch.before) }
    }
    guard isNumbered else { return }
    seq = decision.draft.number
    decision.seq = seq
  }

  /// R14: the list of held and ducked sessions has changed; this comes first, since the reply may
  /// wait for the enforcers.
  private mutating func announceEnforcement(_ decision: inout Decision) {
    for touch in decision.draft.touched {
      let after = sessions[touch.slot]
      let isHeld = after.state == .interrupted
      let gainBefore = Arbiter.gain(of: touch.before, decision.draft.gainsBefore)
      let isOtherwise =
        isHeld != (touch.before.state == .interrupted) || gainBefore != gain(of: after)
      // A lease with another owner, or without one, means other streams.
      let isAnothers =
        after.owner != touch.before.owner || after.isOrphaned != touch.before.isOrphaned
      guard isOtherwise || isAnothers && (isHeld || gain(of: after) != 1) else { continue }
      return decision.append(.enforcementChanged, Reason(.R14))
    }
  }

  private mutating func announceLifecycle(_ decision: inout Decision) {
    for ordered in decision.draft.order {
      let before = decision.draft.touched[Int(ordered.place)].before
      let after = sessions[ordered.ranked.slot]
      guard !after.isClosed else { continue }
      switch (before.state, after.state) {
      case (.active, .active): continue
      case (_, .active):
        decision.emit(.didBecomeActive(after.id), Reason(.R12))
      case (.active, .interrupted):
        emitInactive(after, after.interruption?.reason, &decision)
      case (.active, .inactive) where !after.owesSuspensionNotice:
        decision.emit(.didBecomeInactive(after.id, .app, nil), Reason(.R24))
      default: continue
      }
    }
    for notified in ranked(decision.draft.suspensionNotices) {
      emitInactive(sessions[notified.slot], .appWasSuspended, &decision)
    }
  }

  /// The slots, the latest activated first.
  private mutating func ranked(_ slots: [Slot]) -> [RankedSlot] {
    guard !slots.isEmpty else { return [] }
    return slots.map { RankedSlot($0, sessions[$0]) }.sorted(by: >)
  }

  private func emitInactive(
    _ session: Session,
    _ reason: InterruptionReason?,
    _ decision: inout Decision
  ) {
    let cause = session.interruption?.cause ?? Reason(.R47)
    decision.emit(.didBecomeInactive(session.id, .system, reason), cause)
  }

  private mutating func announceBeginnings(_ decision: inout Decision) {
    for ordered in decision.draft.order {
      guard decision.draft.touched[Int(ordered.place)].before.state == .active else { continue }
      let after = sessions[ordered.ranked.slot]
      guard after.state == .interrupted, let interruption = after.interruption else { continue }
      decision.emit(
        .began(after.id, interruption.reason, by: interruption.by),
        interruption.cause
      )
    }
    for notified in ranked(decision.draft.suspensionNotices) {
      decision.emit(.began(notified.id, .appWasSuspended, by: nil), Reason(.R47))
    }
  }

  /// R19, R27: the gains that have changed; without a ramp for a session that just became active.
  private mutating func announceDucking(_ decision: inout Decision) {
    for ordered in decision.draft.order {
      let slot = ordered.ranked.slot
      let place = Int(ordered.place)
      guard sessions[slot].state == .active else { continue }
      let wasActive = decision.draft.touched[place].before.state == .active
      let from = Arbiter.gain(
        of: decision.draft.touched[place].before,
        decision.draft.gainsBefore
      )
      let gain = gain(of: sessions[slot])
      guard gain != from else { continue }
      let falls = gain < from
      let ramp = !wasActive ? .zero : falls ? policy.duckRamp : policy.unduckRamp
      if !wasActive { decision.note(.R17) }
      decision.note(.R18)
      decision.note(.R19)
      let isBySwitch =
        sessions[slot].isSilenced != decision.draft.touched[place].before.isSilenced
      decision.emit(
        .ducking(ordered.ranked.id, gain: gain, from: wasActive ? from : nil, ramp: ramp),
        Reason(isBySwitch ? .R62 : falls ? .R16 : .R27)
      )
    }
  }

  /// R24, then R34: the interruptions that ended, and the invitations.
  private mutating func announceEndings(_ decision: inout Decision) {
    guard !decision.draft.endings.isEmpty || !decision.draft.invitations.isEmpty else { return }
    let told = decision.draft.endings.filter { $0.isTold }.sorted { $0.turn > $1.turn }
    if told.count < decision.draft.endings.count { decision.note(.R24) }
    for ending in told {
      decision.emit(.ended(ending.id, shouldResume: ending.shouldResume), ending.reason)
    }
    for ending in told {
      decision.emit(
        .recommendation(ending.id, ending.shouldResume ? .shouldResume : .shouldNotResume),
        ending.reason
      )
    }
    for invitation in decision.draft.invitations {
      decision.emit(.recommendation(invitation.id, invitation.recommendation), Reason(.R34))
    }
  }

  private mutating func announceRoute(_ decision: inout Decision) {
    guard !decision.draft.rerouted.isEmpty else { return }
    let rerouted = decision.draft.rerouted.enumerated().map { turn, change in
      (RankedSlot(change.slot, sessions[change.slot]), turn, change.reason)
    }
    // Two changes for one session, waking up and a route that is gone, keep their order.
    for (ranked, _, reason) in rerouted.sorted(by: { ($0.0, $1.1) > ($1.0, $0.1) })
    where !sessions[ranked.slot].isClosed {
      decision.emit(.routeChanged(ranked.id, reason), Reason(.R40))
    }
  }

  private mutating func announceChanges(_ decision: inout Decision) {
    for ordered in decision.draft.order {
      let touch = decision.draft.touched[Int(ordered.place)]
      let after = sessions[ordered.ranked.slot]
      let gainBefore = Arbiter.gain(of: touch.before, decision.draft.gainsBefore)
      let isSeen =
        touch.isNew || !after.looksLike(touch.before) || gain(of: after) != gainBefore
      if isSeen { decision.append(.changed(after.id), Reason(.R55)) }
    }
  }

  private mutating func announceDeadline(_ decision: inout Decision) {
    let next = deadlines.earliest
    guard next?.at != announcedDeadline else { return }
    announcedDeadline = next?.at
    decision.append(.wake(at: announcedDeadline), Reason(next?.isLease == true ? .R48 : .R30))
  }
}

extension Session {
  /// Whether anything has changed but the last refusal.
  fileprivate func differs(from before: Session) -> Bool {
    var before = before
    before.lastRefusal = lastRefusal
    return before != self
  }

  /// Whether observers see no difference, apart from the gain, which is compared by itself.
  fileprivate func looksLike(_ before: Session) -> Bool {
    owner == before.owner && isOrphaned == before.isOrphaned && isClosed == before.isClosed
      && configuration == before.configuration && state == before.state
      && isPlaying == before.isPlaying && isRecording == before.isRecording
      && isForeground == before.isForeground && isNowPlaying == before.isNowPlaying
      && activation == before.activation && blockers == before.blockers
      && interruption?.reason == before.interruption?.reason
      && duckers == before.duckers
      && lease?.length == before.lease?.length
  }
}

extension Counts {
  /// Counts a session in, or out with a `sign` of −1; a closed one isn't counted.
  mutating func add(_ session: Session, _ sign: Int) {
    guard !session.isClosed else { return }
    sessions += sign
    switch session.state {
    case .active: active += sign
    case .interrupted: interrupted += sign
    case .inactive: break
    }
    if !session.duckers.isEmpty { ducked += sign }
    if session.pendingSince != nil { pending += sign }
    if session.lease != nil { leases += sign }
  }
}
