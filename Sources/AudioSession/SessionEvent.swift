public import AudioSessionTypes

/// What happens to a session without its doing.
public enum SessionEvent: Equatable, Sendable {
  /// The session has to be silent; `by` is the session that interrupts it, if one does.
  case interruptionBegan(reason: InterruptionReason, by: Blocker?)
  /// What interrupted it is over; it is inactive, and activates again if it wants to play (R26).
  case interruptionEnded(shouldResume: Bool)
  /// Whether to take up its sound again, after an interruption or a refusal (R24, R34).
  case resumptionRecommendation(ResumptionRecommendation)
  /// The output is to be multiplied by `gain`, 0…1, reached in the time of `ramp`; 0 also while the
  /// silent switch is on (R62).
  case ducking(gain: Double, ramp: Duration)
  /// Whether sound that can be spared should be silent from now on (R45).
  case secondaryAudioShouldBeSilenced(Bool)
  /// Sound goes elsewhere.
  case routeChange(RouteChangeReason, previous: Route, current: Route)
  /// The session has become active.
  case didBecomeActive
  /// The session has become inactive; `reason` is there if an interruption did it.
  case didBecomeInactive(DeactivationSource, reason: InterruptionReason?)
  /// The session has ended by others' doing; no event follows.
  case closed(ClosingReason)
  /// The daemon has gone; every call fails until ``mediaServicesReset``.
  case mediaServicesLost
  /// The daemon is there again, and the session inactive, with its default category (R49).
  case mediaServicesReset
}
