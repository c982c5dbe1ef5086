import AudioSessionTypes

/// Section 3: interruptions, by an activation that was granted (R12, R59) or by a condition.
extension Arbiter {
  /// Makes the session active, as the newest of all, and interrupts the sessions that the table
  /// gives to it (R12, R37).
  mutating func admit(_ slot: Slot, _ decision: inout Decision) {
    claims.removeBlockers(of: slot)
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

  /// Interrupts every active session that the table gives to the newcomer, and makes the newcomer a
  /// blocker of every interrupted session that it would interrupt if that were active (R28).
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

  /// Appends the sessions of a standing that the table lets the newcomer interrupt.
  ///
  /// - Parameters:
  ///   - standing: The sessions to look at.
  ///   - newcomer: The session that was activated.
  ///   - plays: Whether a session counts as playing; rows I and ID ask.
  ///   - targets: Takes the sessions, each with what its interruption rests on.
  ///   - rules: Takes the rules that had a say.
  private func gather(
    _ standing: Standing,
    _ newcomer: Slot,
    _ plays: (Session) -> Bool,
    _ targets: inout [(slot: Slot, reason: Reason)],
    _ rules: inout RuleSet
  ) {
    let contender = sessions.contender(newcomer)
    let classes = interactions.classes.interrupted[Int(contender.place)]
    var walk = sessions.walk(standing, in: classes, around: contender.scope)
    while let slot = walk.next(in: sessions) {
      guard slot != newcomer else { continue }
      let encounter = encounter(contender, sessions.contender(slot))
      if encounter.reason.rule != .R59 { rules.insert(encounter.reason.rule) }
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

  /// Interrupts an active session because of a condition (R43, R44, R50).
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
}

extension Session {
  /// Turns an active session into an interrupted one; its input has stopped (section 1).
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
    owesSuspensionNotice = false
  }
}
