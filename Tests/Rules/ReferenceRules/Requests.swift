import AudioSessionArbitration
import AudioSessionTypes

/// The requests of clients: sections 2, 5 and 7, and the renewal of leases.
extension NaiveArbiter {
  mutating func activate(_ id: SessionID, _ grants: Grants, _ ifSeq: UInt64?) {
    let old = self[id]
    let new = renewed(old)
    if let refusal = refusal(of: new, grants, ifSeq) {
      return refuseActivation(of: old, refusal)
    }
    memory.refusals[id] = nil
    // R5 is no activation: the role stays as it is, too.
    if old.isActive { return grant(id) }
    self[id].configuration = new.configuration
    giveUpByMixing(new, instead: old)
    self[id].becomeInactive()
    self[id].state = .active
    self[id].refusedAt = nil
    // Whoever waits for it goes on waiting (R30).
    self[id].offer = nil
    self[id].owesSuspensionNotice = false
    round.lifecycle.append((id, .didBecomeActive(id)))
    takeTheFloor(id)
    grant(id)
  }

  /// Section 2's checks in order; R33's `ifSeq` comes after "is active already" (R5).
  private func refusal(of session: NaiveSession, _ grants: Grants, _ ifSeq: UInt64?) -> Refusal? {
    if lacksGrant(self[session.id], grants) { return Refusal(.missingEntitlement, Reason(.R3)) }
    if session.isActive { return nil }
    let hasMissed = ifSeq.map { $0 < session.beganSeq } ?? false
    if hasMissed { return Refusal(.insufficientPriority, Reason(.R33)) }
    let blockers = self[session.id].blockers.compactMap { blocker in
      if case .session(let id) = blocker { self[id] } else { nil }
    }
    if !policy.interruptedMayStart, let blocker = foremost(blockers) {
      return Refusal(.insufficientPriority, Reason(.R33), by: blocker.id)
    }
    return refusal(of: session)
  }

  /// A refusal by R33 takes no number, so that it is of the latest decision.
  private mutating func refuseActivation(of session: NaiveSession, _ refusal: Refusal) {
    refuse(session.id, refusal)
    let isPending = refusal.isAwaited && session.state == .inactive
    if isPending {
      self[session.id].refusedAt = round.event
      displaceWaiting(by: self[session.id])
    }
    memory.refusals[session.id] = NaiveExplanation(
      session: session.id,
      effect: .refused,
      reason: refusal.reason,
      by: refusal.by,
      error: refusal.error,
      since: refusal.isNumbered ? mark : Mark(seq: seq, at: round.now)
    )
  }

  /// R34, with `RefusedDisplaces`.
  private mutating func displaceWaiting(by newcomer: NaiveSession) {
    guard policy.refusedDisplaces, newcomer.owner.watchesLifecycle else { return }
    let displaced = sessions.filter { session in
      let waitsForSessions = session.blockers.allSatisfy { blocker in
        if case .session = blocker { true } else { false }
      }
      return session.state == .interrupted && waitsForSessions && interrupts(newcomer, session)
    }
    for session in displaced {
      round.ended.append((session, false))
      self[session.id].becomeInactive()
    }
    for session in displaced { release(session.id, isSilent: false) }
    let pending = sessions.filter { session in
      session.refusedAt != nil && session.id != newcomer.id
        && encounter(newcomer, session) == .interrupt
    }
    for session in pending.sorted(by: { $0.refusedAt ?? 0 > $1.refusedAt ?? 0 }) {
      round.invited.append((session.id, .shouldNotResume))
      self[session.id].refusedAt = nil
    }
  }

  mutating func deactivate(_ id: SessionID, _ notifyOthers: Bool) {
    memory.refusals[id] = nil
    let session = self[id]
    if session.isActive { round.lifecycle.append((id, .didBecomeInactive(id, .app, nil))) }
    self[id].becomeInactive()
    self[id].refusedAt = nil
    self[id].offer = nil
    self[id].right = nil
    self[id].owesSuspensionNotice = false
    // Who declines an offer doesn't rob those behind (R30).
    let alwaysNotifies = !session.isNormal && policy.aboveNormalNotifies
    let isNotifying = notifyOthers || alwaysNotifies || session.offer != nil
    release(id, isSilent: !isNotifying)
    grant(id)
  }

  /// Recording is judged before playing (R64, R65).
  mutating func take(_ report: Report, of id: SessionID) {
    var session = self[id]
    if let isForeground = report.foreground { session.isForeground = isForeground }
    let mayOverride = session.configuration.category == .playAndRecord
    if report.overridesOutput == true && !mayOverride {
      return refuse(id, Refusal(.badParam, Reason(.R69)))
    }
    let startsRecording = report.recording == true && !session.isRecording
    if startsRecording, let refusal = refusalOfRecording(session) {
      return refuse(id, refusal)
    }
    let startsPlaying = report.playing == true && session.reportedPlaying != true
    if startsPlaying && session.configuration.category == .record {
      return refuse(id, Refusal(.incompatibleCategory, Reason(.R65)))
    }
    if startsPlaying && mayNotStartPlaying(session) {
      return refuse(id, Refusal(.cannotStartPlaying, Reason(.R65)))
    }
    if let isRecording = report.recording { session.isRecording = isRecording }
    if let isPlaying = report.playing {
      session.reportedPlaying = isPlaying
      if session.state == .interrupted { session.wasPlaying = isPlaying }
    }
    session.mutedByProgram.set(.input, report.inputMuted)
    session.mutedByProgram.set(.output, report.outputMuted)
    session.preferredInput = report.preferredInput ?? session.preferredInput
    session.overridesOutput = report.overridesOutput ?? session.overridesOutput
    self[id] = session
    grant(id)
  }

  /// R65, in the background.
  private func mayNotStartPlaying(_ session: NaiveSession) -> Bool {
    guard policy.backgroundStartByCategory else { return isRefusedInBackground(session) }
    return session.isNormal && !session.isForeground
      && [.ambient, .soloAmbient].contains(session.configuration.category)
  }

  /// R64.
  private func refusalOfRecording(_ session: NaiveSession) -> Refusal? {
    if !session.configuration.category.hasInput {
      return Refusal(.incompatibleCategory, Reason(.R64))
    }
    if !session.isActive { return Refusal(.sessionNotActive, Reason(.R64)) }
    if let refusal = refusalOfCapture(of: session, capturing: true) { return refusal }
    let isHidden = !session.isForeground && session.isMixable
    let isRefused = isHidden || losesMicrophone(session)
    return isRefused ? Refusal(.cannotStartRecording, Reason(.R64)) : nil
  }

  mutating func renew(_ id: SessionID, _ lease: Duration?) {
    // What is no lease isn't renewed; to say so is the shell's.
    guard let length = self[id].lease else { return }
    self[id].lease = lease ?? length
    self[id].leaseDeadline = round.now.advanced(by: lease ?? length)
    grant(id)
  }
}
