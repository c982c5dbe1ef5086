import Arbitration
import AudioSessionTypes

/// What clients ask for: sections 2, 5, 7 and 8, and leases.
extension NaiveArbiter {
  mutating func open(
    _ id: SessionID,
    _ owner: Owner,
    _ change: ConfigurationChange,
    _ grants: Grants,
    _ lease: Duration?,
    _ isWithinLimits: Bool
  ) {
    var session = NaiveSession(id: id, owner: owner)
    if let fault = fault(in: change, of: session, grants) {
      return refuse(nil, fault, isNumbered: fault.error != .badParam)
    }
    if !isWithinLimits { return refuse(nil, Refusal(.resourceNotAvailable, Reason(.R54))) }
    session.configuration = session.configuration.applying(change)
    session.lease = lease
    session.leaseDeadline = lease.map(round.now.advanced(by:))
    sessions.append(session)
    sessions.sort { $0.id < $1.id }
    grant(id)
  }

  /// Legality (R4), then the grant of a priority that is new to the session (R3).
  private func fault(
    in change: ConfigurationChange,
    of session: NaiveSession,
    _ grants: Grants
  ) -> Refusal? {
    let new = session.configuration.applying(change)
    if change.namesUnknownValue || !new.isLegal { return Refusal(.badParam, Reason(.R4)) }
    // Who names a priority needs its grant, though it may be set already (R3).
    guard let priority = change.priority, !grants.allow(priority) else { return nil }
    return Refusal(.missingEntitlement, Reason(.R3))
  }

  /// Configured as the new owner's, which the page leaves open; a failure changes nothing.
  mutating func reopen(
    _ id: SessionID,
    _ owner: Owner,
    _ change: ConfigurationChange,
    _ grants: Grants,
    _ lease: Duration
  ) {
    let before = self[id]
    // A suspension is told to whom it befell; another process owes nothing to it (R47).
    if before.owner.process != owner.process { self[id].owesSuspensionNotice = false }
    self[id].owner = owner
    self[id].isOrphaned = false
    guard reconfigure(id, change, grants) else { return self[id] = before }
    self[id].lease = lease
    self[id].leaseDeadline = round.now.advanced(by: lease)
  }

  mutating func configure(_ id: SessionID, _ change: ConfigurationChange, _ grants: Grants) {
    _ = reconfigure(id, change, grants)
  }

  private mutating func reconfigure(
    _ id: SessionID,
    _ change: ConfigurationChange,
    _ grants: Grants
  ) -> Bool {
    let old = self[id]
    if let fault = fault(in: change, of: old, grants) {
      refuse(id, fault, isNumbered: fault.error != .badParam)
      return false
    }
    var new = old
    new.configuration = old.configuration.applying(change)
    if !new.configuration.category.hasInput { new.isRecording = false }
    if old.isActive && isJudged(old.configuration, new.configuration), let no = refusal(of: new) {
      refuse(id, no)
      return false
    }
    self[id] = new
    takeEffect(of: new, instead: old)
    grant(id)
    return true
  }

  /// What R36 checks; options by those in force, which is their value on the wire.
  private func isJudged(_ old: Configuration, _ new: Configuration) -> Bool {
    old.category != new.category || old.mode != new.mode || old.optionsInForce != new.optionsInForce
      || old.priority != new.priority
  }

  /// Section 8; R38 frees before the session claims anything anew, which R28 then finds inactive.
  private mutating func takeEffect(of new: NaiveSession, instead old: NaiveSession) {
    if !old.isMixable && new.isMixable {
      release(new.id, isSilent: false)
      settle()
    }
    guard new.isActive else { return }
    let bit = CategoryOptions.interruptSpokenBit
    if old.isMixable && !new.isMixable || old.priority != new.priority {
      takeTheFloor(new.id)
    } else if new.configuration.options.contains(bit) && !old.configuration.options.contains(bit) {
      // R39 is no activation: it interrupts, but joins no blockers (R28).
      for current in sessions where current.isActive && interrupts(new, current) {
        interrupt(current.id, .session(new.id), .default)
      }
    }
    let isSilenced = new.isRecording && !new.overridesMute && isMicrophoneMuted(for: new.owner.user)
    if isSilenced { interrupt(new.id, .microphone, .builtInMicMuted) }
  }

  mutating func activate(_ id: SessionID, _ grants: Grants, _ ifSeq: UInt64?) {
    let session = self[id]
    if let refusal = refusal(of: session, grants, ifSeq) {
      return refuseActivation(of: session, refusal)
    }
    memory.refusals[id] = nil
    if session.isActive { return grant(id) }
    self[id].becomeInactive()
    self[id].state = .active
    self[id].refusedAt = nil
    // Whoever waits for it goes on waiting (R30).
    self[id].offerDeadline = nil
    self[id].owesSuspensionNotice = false
    round.lifecycle.append((id, .didBecomeActive(id)))
    takeTheFloor(id)
    grant(id)
  }

  /// Section 2's checks in order; R33's `ifSeq` comes after "is active already" (R5).
  private func refusal(of session: NaiveSession, _ grants: Grants, _ ifSeq: UInt64?) -> Refusal? {
    if !grants.allow(session.priority) { return Refusal(.missingEntitlement, Reason(.R3)) }
    if session.isActive { return nil }
    let hasMissed = ifSeq.map { $0 < session.beganSeq } ?? false
    return hasMissed ? Refusal(.insufficientPriority, Reason(.R33)) : refusal(of: session)
  }

  /// A refusal by R33 takes no number, so that it is of the latest decision.
  private mutating func refuseActivation(of session: NaiveSession, _ refusal: Refusal) {
    let isNumbered = refusal.reason.rule != .R33
    refuse(session.id, refusal, isNumbered: isNumbered)
    let isPending = refusal.isAwaited && session.state == .inactive
    if isPending { self[session.id].refusedAt = round.event }
    memory.refusals[session.id] = NaiveExplanation(
      session: session.id,
      effect: .refused,
      reason: refusal.reason,
      by: refusal.by,
      error: refusal.error,
      since: isNumbered ? mark : Mark(seq: seq, at: round.now)
    )
  }

  mutating func deactivate(_ id: SessionID, _ notifyOthers: Bool) {
    memory.refusals[id] = nil
    let session = self[id]
    if session.isActive { round.lifecycle.append((id, .didBecomeInactive(id, .app, nil))) }
    self[id].becomeInactive()
    self[id].refusedAt = nil
    self[id].offerDeadline = nil
    self[id].owesSuspensionNotice = false
    release(id, isSilent: !notifyOthers && session.isNormal)
    grant(id)
  }

  /// Recording is judged before playing, as the page has it.
  mutating func take(_ report: Report, of id: SessionID) {
    var session = self[id]
    if let isForeground = report.foreground { session.isForeground = isForeground }
    let startsRecording = report.recording == true && !session.isRecording
    if startsRecording, let refusal = refusalOfRecording(session) {
      return refuse(id, refusal)
    }
    let startsPlaying = report.playing == true && session.reportedPlaying != true
    if startsPlaying && session.configuration.category == .record {
      return refuse(id, Refusal(.incompatibleCategory, Reason(.R4)))
    }
    if startsPlaying && isRefusedInBackground(session) {
      return refuse(id, Refusal(.cannotStartPlaying, Reason(.R11)))
    }
    if let isRecording = report.recording { session.isRecording = isRecording }
    if let isPlaying = report.playing {
      session.reportedPlaying = isPlaying
      if session.state == .interrupted { session.wasPlaying = isPlaying }
    }
    self[id] = session
    grant(id)
  }

  private func refusalOfRecording(_ session: NaiveSession) -> Refusal? {
    if !session.configuration.category.hasInput {
      return Refusal(.incompatibleCategory, Reason(.R4))
    }
    if !session.isActive { return Refusal(.sessionNotActive, Reason(.R12)) }
    if let refusal = refusalOfCapture(of: session, capturing: true) { return refusal }
    if !session.isForeground && session.isMixable {
      return Refusal(.cannotStartRecording, Reason(.R11))
    }
    let isMuted = isMicrophoneMuted(for: session.owner.user) && !session.overridesMute
    return isMuted ? Refusal(.cannotStartRecording, Reason(.R43)) : nil
  }

  mutating func renew(_ id: SessionID, _ lease: Duration?) {
    // What is no lease isn't renewed; to say so is the shell's.
    guard let length = self[id].lease else { return }
    self[id].lease = lease ?? length
    self[id].leaseDeadline = round.now.advanced(by: lease ?? length)
    grant(id)
  }
}
