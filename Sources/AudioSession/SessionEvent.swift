public import AudioSessionTypes

/// An event that happens to a session without a call by its program.
public enum SessionEvent: Equatable, Sendable {
  /// The session was interrupted and has to be silent; `by` is the interrupting session, if any.
  case interruptionBegan(reason: InterruptionReason, by: Blocker?)
  /// The interruption is over. The session is inactive, and has to be activated to play again (R26).
  case interruptionEnded(shouldResume: Bool)
  /// A recommendation whether to resume, after an interruption or a refusal (R24, R34).
  case resumptionRecommendation(ResumptionRecommendation)
  /// The output has to be multiplied by `gain`, linear, 0…1, over the time of `ramp`; also 0 while
  /// the silent switch is on (R62).
  case ducking(gain: Double, ramp: Duration)
  /// Secondary audio, such as a game's soundtrack, should be silent from now on, or need no longer
  /// be (R45).
  case secondaryAudioShouldBeSilenced(Bool)
  /// The machine's audio route has changed.
  case routeChange(RouteChangeReason, previous: Route, current: Route)
  /// What is known of the route's hardware has changed, such as the volume; it is no change of route
  /// by itself (R67).
  case hardwareChange(Hardware)
  /// The user has muted what the program records or plays in a mixer, or no longer (R68).
  ///
  /// `wantsUnmute` is true if the user has acted to hear the output that the program has muted, as by
  /// turning its volume up.
  case userMuteChange(input: Bool, output: Bool, wantsUnmute: Bool)
  /// The session has become active.
  case didBecomeActive
  /// The session has become inactive; `reason` is nil unless an interruption caused it.
  case didBecomeInactive(DeactivationSource, reason: InterruptionReason?)
  /// The daemon has closed the session; no further event follows.
  case closed(ClosingReason)
  /// The daemon has gone, or doesn't answer any more; calls throw until ``mediaServicesReset``.
  case mediaServicesLost
  /// The daemon is there, after a loss or after a call that found none; the session is inactive, and
  /// its configuration is set again (R49). A lease that the daemon has kept is as the status says.
  case mediaServicesReset
}

extension SessionStatus {
  /// Updates the status by an event, so that whoever receives the event finds it in the status.
  mutating func update(with event: SessionEvent) {
    switch event {
    case .interruptionBegan(let reason, _):
      // If the process was suspended the session is inactive already (R47).
      if state == .active {
        stop(.interrupted)
        interruptionReason = reason
      }
    case .interruptionEnded: stop(.inactive)
    case .ducking(let gain, _): self.gain = gain
    case .secondaryAudioShouldBeSilenced(let isSilenced):
      secondaryAudioShouldBeSilencedHint = isSilenced
    case .userMuteChange(let input, let output, _):
      (isInputMutedByUser, isOutputMutedByUser) = (input, output)
    case .didBecomeActive: state = .active
    case .didBecomeInactive(_, let reason):
      if reason == nil || reason == .appWasSuspended { stop(.inactive) }
    case .closed: stop(.inactive)
    case .mediaServicesLost:
      stop(.inactive)
      seq = 0
      number = nil
      application = nil
      zone = nil
      (isInputMutedByUser, isOutputMutedByUser) = (false, false)
    // The daemon ends an override then (R69).
    case .routeChange: isOutputOverridden = false
    case .resumptionRecommendation, .hardwareChange, .mediaServicesReset: break
    }
  }

  private mutating func stop(_ state: SessionState) {
    self.state = state
    if state == .inactive { isOutputOverridden = false }
    interruptionReason = nil
    gain = 1
    isPlaying = false
    isRecording = false
  }
}
