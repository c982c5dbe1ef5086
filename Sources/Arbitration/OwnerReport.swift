import AudioSessionTypes

/// What owners report of their sound (section 2, recording and playback start; R29).
extension Arbiter {
  mutating func report(_ id: SessionID, _ report: Report, _ decision: inout Decision) {
    let slot = slot(named: id)
    var session = sessions[slot]
    if let isForeground = report.foreground { session.isForeground = isForeground }
    if let refusal = refusal(of: report, session) {
      decision.draft.isNumbered = true
      return decision.reply(.refused(id, refusal.error, by: refusal.by), refusal.reason)
    }
    decision.reply(.granted(id), Reason(session.state == .interrupted ? .R29 : .R12))
    if report.playing == false && session.isPlaying && ducksAnybody(slot) { decision.note(.R21) }
    change(slot, &decision) {
      $0.isForeground = session.isForeground
      if let isPlaying = report.playing {
        $0.reportedPlaying = isPlaying
        if $0.state == .interrupted { $0.wasPlaying = isPlaying }
      }
      if let isRecording = report.recording { $0.isRecording = isRecording }
    }
  }

  private func refusal(of report: Report, _ session: Session) -> Refusal? {
    if report.recording == true && !session.isRecording {
      if let refusal = refusalOfRecording(session) { return refusal }
    }
    if report.playing == true && session.reportedPlaying != true {
      return refusalOfPlayback(session)
    }
    return nil
  }

  /// Recording start, in the rules' order; R7 and R8 judge it as one that captures.
  private func refusalOfRecording(_ session: Session) -> Refusal? {
    guard session.configuration.category.hasInput else {
      return Refusal(.incompatibleCategory, Reason(.R4))
    }
    guard session.state == .active else { return Refusal(.sessionNotActive, Reason(.R12)) }
    if let refusal = refusalOfCapture(session, among: Arbiter.active) { return refusal }
    guard session.isForeground || !session.isMixable else {
      return Refusal(.cannotStartRecording, Reason(.R11))
    }
    let isOverridden = session.configuration.optionsInForce
      .contains(.overrideMutedMicrophoneInterruption)
    guard isOverridden || !system.isMuted(session.owner.user) else {
      return Refusal(.cannotStartRecording, Reason(.R43))
    }
    return nil
  }

  /// Playback start: not in `record`, and not where R11 would refuse an activation.
  private func refusalOfPlayback(_ session: Session) -> Refusal? {
    guard session.configuration.category != .record else {
      return Refusal(.incompatibleCategory, Reason(.R4))
    }
    guard refusalFromBackground(of: session) == nil else {
      return Refusal(.cannotStartPlaying, Reason(.R11))
    }
    return nil
  }

  /// Whether anybody is ducked by the session, who goes on ducking though it is silent (R21).
  private func ducksAnybody(_ slot: Slot) -> Bool {
    var walk = sessions.walk(.active, in: related(to: slot))
    while let other = walk.next(in: sessions) {
      if other != slot && ducks(slot, other) != nil { return true }
    }
    return false
  }
}
