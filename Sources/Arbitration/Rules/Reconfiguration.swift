import AudioSessionTypes

/// Section 8: changes of a session's configuration, active or not (R36 to R39).
extension Arbiter {
  mutating func configure(
    _ id: SessionID,
    _ change: ConfigurationChange,
    _ grants: Grants,
    _ decision: inout Decision
  ) {
    let slot = slot(named: id)
    let wanted = applying(change, to: sessions[slot].configuration)
    let refusal = refusalOfChange(change, slot, wanted, grants, &decision)
    if let refusal { return refuseChange(id, refusal, &decision) }
    decision.reply(.granted(id), Reason(.R36))
    reconfigure(slot, wanted, &decision)
  }

  /// R4, R3, then R36: the change of an active session has to pass the checks of an activation.
  ///
  /// - Parameters:
  ///   - change: What was asked for.
  ///   - slot: The session as it is.
  ///   - wanted: The configuration that it would have.
  ///   - grants: The caller's grants.
  ///   - decision: Takes the rules that had a say.
  /// - Returns: The refusal; nil if the change may be made.
  mutating func refusalOfChange(
    _ change: ConfigurationChange,
    _ slot: Slot,
    _ wanted: Configuration,
    _ grants: Grants,
    _ decision: inout Decision
  ) -> Refusal? {
    if let refusal = illegality(of: change, wanted, grants) { return refusal }
    guard sessions[slot].isActive,
      !wanted.hasSameAdmission(as: sessions[slot].configuration)
    else { return nil }
    let candidate = candidate(slot, wanted)
    let refusal = refusalOfActivation(candidate, at: decision.draft.now, &decision.rules)
    if refusal != nil { decision.note(.R36) }
    return refusal
  }

  /// Legality (R4), then the grants of the priority and the role that the change sets (R3).
  mutating func illegality(
    of change: ConfigurationChange,
    _ wanted: Configuration,
    _ grants: Grants
  ) -> Refusal? {
    guard !change.namesUnknownValue, wanted.isLegal else {
      return Refusal(.badParam, Reason(.R4))
    }
    if let priority = change.priority, !grants.allow(priority) {
      return Refusal(.missingEntitlement, Reason(.R3))
    }
    if case .named = change.role, !allows(grants, wanted) {
      return Refusal(.missingEntitlement, Reason(.R3))
    }
    return nil
  }

  /// Refuses a change; the decision takes a number unless the change was illegal (R4).
  func refuseChange(_ id: SessionID?, _ refusal: Refusal, _ decision: inout Decision) {
    decision.draft.isNumbered = refusal.reason.rule != .R4
    decision.reply(.refused(id, refusal.error, by: refusal.by), refusal.reason)
  }

  /// Makes the change, and whatever follows from it at once.
  mutating func reconfigure(_ slot: Slot, _ new: Configuration, _ decision: inout Decision) {
    let before = sessions[slot]
    change(slot, &decision) {
      $0.configuration = new
      if !new.category.hasInput { $0.active?.isRecording = false }
    }
    let after = sessions[slot]
    if !before.isMixable && after.isMixable && claims.hasClaims(slot) {
      decision.note(.R38)
      dropClaims(of: slot, isSilent: !policy.releaseOnMixable, &decision)
      release(&decision)
    }
    if before.priority == .ringtone && after.priority == .phoneCall { answer(slot, &decision) }
    guard after.isActive else { return }
    let old = before.configuration
    if old.options.contains(.duckOthers) != new.options.contains(.duckOthers) {
      decision.note(.R39)
    }
    if before.isMixable && !after.isMixable || before.priority != after.priority {
      decision.note(.R37)
      admit(slot, &decision)
    } else if new.like.interruptsOnlyPlayingSpeech && !old.like.interruptsOnlyPlayingSpeech {
      decision.note(.R39)
      interruptOthers(by: slot, joiningBlockers: false, &decision)
    }
    if after.yieldsToMutedMicrophone && system.mutesMicrophone(of: sessions.owner(slot).user) {
      interrupt(slot, for: .microphoneMute, reason: .builtInMicMuted, rule: .R43, &decision)
    }
  }

  /// R42: an answered ring keeps its claims on the sessions that a call interrupts, too, and
  /// releases the others.
  private mutating func answer(_ slot: Slot, _ decision: inout Decision) {
    guard claims.hasClaims(slot) else { return }
    decision.note(.R42)
    let call = sessions.contender(slot)
    let id = sessions[slot].id
    for waiting in claims.waiting(for: slot)
    where interactions.encounter(call, sessions.contender(waiting)).outcome != .interrupt {
      claims.remove(slot, over: waiting)
      unblock(waiting, by: id, isSilent: false, &decision)
    }
    release(&decision)
  }
}

extension Configuration {
  /// Whether R36 has nothing to check: category, mode, options in force, priority and role are the
  /// same.
  fileprivate func hasSameAdmission(as old: Configuration) -> Bool {
    category == old.category && mode == old.mode && optionsInForce == old.optionsInForce
      && priority == old.priority && role == old.role
  }
}
