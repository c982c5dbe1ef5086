import AudioSessionTypes

/// Owners' reports of their sessions' sound (R29, R64, R65, R68, R69).
extension Arbiter {
  mutating func report(_ id: SessionID, _ report: Report, _ decision: inout Decision) {
    let slot = slot(named: id)
    var session = sessions[slot]
    if let isForeground = report.foreground { session.isForeground = isForeground }
    if let refusal = refusalOfReport(report, slot, session, at: decision.draft.now) {
      decision.draft.isNumbered = true
      return decision.reply(.refused(id, refusal.error, by: refusal.by), refusal.reason)
    }
    decision.reply(.granted(id), Reason(session.state == .interrupted ? .R29 : .R12))
    muteByProgram(slot, report, &decision)
    wishForPorts(slot, report, &decision)
    if report.playing == false && session.isPlaying && ducksAnybody(slot) { decision.note(.R21) }
    change(slot, &decision) {
      $0.isForeground = session.isForeground
      if let isPlaying = report.playing {
        $0.reportedPlaying = isPlaying
        $0.interrupted?.wasPlaying = isPlaying
      }
      if let isRecording = report.recording { $0.active?.isRecording = isRecording }
    }
  }

  private mutating func refusalOfReport(
    _ report: Report,
    _ slot: Slot,
    _ session: Session,
    at now: Instant
  ) -> Refusal? {
    if report.overridesOutput == true && session.configuration.category != .playAndRecord {
      return Refusal(.badParam, Reason(.R69))
    }
    if report.recording == true && !session.isRecording {
      if let refusal = refusalOfRecording(slot, session) { return refusal }
    }
    if report.playing == true && session.reportedPlaying != true {
      return refusalOfPlayback(session, at: now)
    }
    return nil
  }

  /// R64: recording may start under the conditions of R7 and R8, even where the category alone
  /// doesn't capture.
  private mutating func refusalOfRecording(_ slot: Slot, _ session: Session) -> Refusal? {
    guard session.configuration.category.hasInput else {
      return Refusal(.incompatibleCategory, Reason(.R64))
    }
    guard session.isActive else { return Refusal(.sessionNotActive, Reason(.R64)) }
    let contender = sessions.contender(slot)
    if let refusal = refusalOfCapture(contender, among: Arbiter.active) { return refusal }
    let isMuted =
      session.isStoppedByMutedMicrophone && system.mutesMicrophone(of: sessions.owner(slot).user)
    guard !isMuted, session.isForeground || !session.isMixable else {
      return Refusal(.cannotStartRecording, Reason(.R64))
    }
    return nil
  }

  /// R65: playback may not start in `record`, nor where R11 would refuse an activation.
  private mutating func refusalOfPlayback(_ session: Session, at now: Instant) -> Refusal? {
    guard session.configuration.category != .record else {
      return Refusal(.incompatibleCategory, Reason(.R65))
    }
    let isRefused =
      policy.backgroundStartByCategory
      ? !session.isForeground && session.priority == .normal && session.configuration.isSecondary
      : refusalFromBackground(of: session, at: now) != nil
    return isRefused ? Refusal(.cannotStartPlaying, Reason(.R65)) : nil
  }

  /// Whether the session ducks any other; it goes on doing so though it is silent (R21).
  private func ducksAnybody(_ slot: Slot) -> Bool {
    var walk = walkRelated(to: slot)
    while let other = walk.next(in: sessions) {
      if other != slot && ducks(slot, other) != nil { return true }
    }
    return false
  }
}
