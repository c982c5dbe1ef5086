import AudioSessionTypes

/// Section 3: what a granted activation does to the others (R59), and R28's share of it.
extension Arbiter {
  /// Makes the session active as the newest of all, and interrupts whom the table says (R12, R37).
  mutating func admit(_ slot: Slot, _ decision: inout Decision) {
    while claims.popBlocker(of: slot) != nil {}
    activations += 1
    let activation = activations
    if sessions[slot].offer != nil { decision.note(.R30) }
    change(slot, &decision) {
      $0.clearWaiting()
      $0.state = .active
      $0.activation = activation
      $0.lastRefusal = nil
    }
    interruptOthers(by: slot, &decision)
  }

  /// Interrupts every active session that the table gives to the newcomer, and joins the blockers of
  /// those it would interrupt if they were active (R28).
  mutating func interruptOthers(
    by slot: Slot,
    joiningBlockers: Bool = true,
    _ decision: inout Decision
  ) {
    var targets: [(slot: Slot, reason: Reason)] = []
    swap(&targets, &decision.draft.targets)
    targets.removeAll(keepingCapacity: true)
    gather(.active, slot, { $0.isPlaying }, &targets, &decision.rules)
    let active = targets.count
    if joiningBlockers {
      gather(.interrupted, slot, { $0.playedWhenInterrupted }, &targets, &decision.rules)
    }
    for target in targets[..<active] {
      interrupt(target.slot, by: slot, target.reason, &decision)
    }
    for target in targets[active...] { join(slot, over: target.slot, target.reason, &decision) }
    swap(&targets, &decision.draft.targets)
  }

  /// Whom of a standing the table lets the newcomer interrupt.
  private func gather(
    _ standing: Standing,
    _ newcomer: Slot,
    _ plays: (Session) -> Bool,
    _ targets: inout [(slot: Slot, reason: Reason)],
    _ notes: inout RuleSet
  ) {
    let contender = sessions.contender(newcomer)
    let classes = interactions.classes.interrupted[Int(contender.place)]
    var walk = sessions.walk(standing, in: classes, around: contender.scope)
    while let slot = walk.next(in: sessions) {
      guard slot != newcomer else { continue }
      let encounter = encounter(contender, sessions.contender(slot))
      if encounter.reason.rule != .R59 { notes.insert(encounter.reason.rule) }
      guard encounter.outcome == .interrupt else { continue }
      if contender.like.interruptsOnlyPlayingSpeech && !plays(sessions[slot]) { continue }
      targets.append((slot, encounter.reason))
    }
  }

  /// Interrupts an active session in the name of another.
  private mutating func interrupt(
    _ slot: Slot,
    by blocker: Slot,
    _ cause: Reason,
    _ decision: inout Decision
  ) {
    let id = sessions[blocker].id
    let moment = decision.draft.moment
    decision.note(cause)
    decision.note(.R15)
    claims.add(blocker, over: slot, cause, moment)
    change(slot, &decision) {
      $0.beginInterruption(.default, by: id, cause, moment)
      $0.blockers.add(id)
    }
  }

  /// Interrupts an active session for what is no session (R43, R44, R50).
  mutating func interrupt(
    _ slot: Slot,
    for condition: Conditions,
    reason: InterruptionReason,
    rule: Rule,
    _ decision: inout Decision
  ) {
    let moment = decision.draft.moment
    decision.note(.R15)
    change(slot, &decision) {
      $0.beginInterruption(reason, by: nil, Reason(rule), moment)
      $0.conditions = condition
    }
  }

  /// R28: the newcomer joins the blockers of a session that is interrupted already, unheard.
  mutating func join(
    _ blocker: Slot,
    over slot: Slot,
    _ cause: Reason,
    _ decision: inout Decision
  ) {
    guard !claims.contains(blocker, over: slot) else { return }
    guard claims.hasRoom(over: slot) else {
      guard !sessions[slot].hasMoreBlockers else { return }
      return change(slot, &decision) { $0.hasMoreBlockers = true }
    }
    let id = sessions[blocker].id
    decision.note(.R28)
    decision.note(cause)
    claims.add(blocker, over: slot, cause, decision.draft.moment)
    change(slot, &decision) { $0.blockers.add(id) }
  }

  /// The blockers that were kept have gone, but there were more: whoever is active and would
  /// interrupt the session now takes their place (R28).
  mutating func findMoreBlockers(of slot: Slot, _ decision: inout Decision) {
    change(slot, &decision) { $0.hasMoreBlockers = false }
    var blockers: [(slot: Slot, reason: Reason)] = []
    let waiting = sessions.contender(slot)
    var walk = sessions.walk(.active, around: waiting.scope)
    while let other = walk.next(in: sessions) {
      let contender = sessions.contender(other)
      let encounter = encounter(contender, waiting)
      guard encounter.outcome == .interrupt else { continue }
      let needsPlaying = contender.like.interruptsOnlyPlayingSpeech
      if needsPlaying && !sessions[slot].playedWhenInterrupted { continue }
      blockers.append((other, encounter.reason))
    }
    for blocker in blockers { join(blocker.slot, over: slot, blocker.reason, &decision) }
  }
}

extension Session {
  /// An active session becomes an interrupted one; its input has stopped (section 1).
  fileprivate mutating func beginInterruption(
    _ reason: InterruptionReason,
    by: SessionID?,
    _ cause: Reason,
    _ moment: Moment
  ) {
    playedWhenInterrupted = isPlaying
    wasPlaying = isPlaying || isRecording
    isRecording = false
    isPoisoned = false
    mayResumeUntil = nil
    state = .interrupted
    interruption = Interruption(reason: reason, by: by, cause: cause, moment: moment)
    lastBegan = moment.seq
  }

  /// Nothing is waited for any more: no interruption, no offer, no invitation, no waking.
  mutating func clearWaiting() {
    interruption = nil
    conditions = []
    blockers = Tally()
    hasMoreBlockers = false
    wasPlaying = false
    playedWhenInterrupted = false
    isPoisoned = false
    offer = nil
    pendingSince = nil
    awaitsWaking = false
  }
}
