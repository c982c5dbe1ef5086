import AudioSessionTypes

/// Section 3: interruptions, by an activation that was granted (R12, R59) or by a condition.
extension Arbiter {
  /// Makes the session active, as the newest of all, and interrupts the sessions that the table
  /// gives to it (R12, R37).
  mutating func admit(_ slot: Slot, _ decision: inout Decision) {
    claims.removeBlockers(of: slot)
    activations += 1
    let activation = activations
    let idle = sessions[slot].inactive
    if idle?.offer != nil { decision.note(.R30) }
    change(slot, &decision) {
      if !$0.isActive { $0.phase = .active(Active(mayResumeUntil: idle?.mayResumeUntil)) }
      $0.activation = activation
    }
    forgetRefusal(slot)
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
    targets.forgetAll()
    gather(.active, slot, &targets, &decision.rules)
    let active = targets.count
    if joiningBlockers { gather(.interrupted, slot, &targets, &decision.rules) }
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
  ///   - targets: Takes the sessions, each with what its interruption rests on.
  ///   - rules: Takes the rules that had a say.
  mutating func gather(
    _ standing: Standing,
    _ newcomer: Slot,
    _ targets: inout [(slot: Slot, reason: Reason)],
    _ rules: inout RuleSet
  ) {
    let contender = sessions.contender(newcomer)
    let classes = interactions.classes.interrupted[Int(contender.place)]
    var walk = sessions.walk(standing, in: classes, around: contender.scope)
    while let slot = walk.next(in: sessions) {
      guard slot != newcomer else { continue }
      let encounter = interactions.encounter(contender, sessions.contender(slot))
      if encounter.reason.rule != .R59 { rules.insert(encounter.reason.rule) }
      guard encounter.outcome == .interrupt else { continue }
      if contender.like.interruptsOnlyPlayingSpeech && !sessions[slot].playsOrPlayed { continue }
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
    let origin = Interruption(moment: moment, by: id, reason: .default, cause: cause)
    change(slot, &decision) { $0.interrupt(origin) }
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
    let origin = Interruption(moment: moment, reason: reason, cause: Reason(rule))
    change(slot, &decision) { $0.interrupt(origin, condition) }
  }
}

extension Session {
  /// Turns an active session into an interrupted one; its input has stopped (section 1).
  ///
  /// It is blocked by the session that interrupts it, or by a condition.
  fileprivate mutating func interrupt(_ origin: Interruption, _ condition: Conditions = []) {
    var waiting = Interrupted(
      origin: origin,
      conditions: condition,
      wasPlaying: isPlaying || isRecording,
      playedThen: isPlaying
    )
    if let blocker = origin.by { waiting.blockers.add(blocker) }
    phase = .interrupted(waiting)
    lastBegan = origin.moment.seq
  }
}
