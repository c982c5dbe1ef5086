package import AudioSessionTypes

/// Something that the shell has to do; plain bits, so that appending one neither retains nor
/// allocates.
package enum Effect: Equatable, Sendable, BitwiseCopyable {
  /// The request is granted; the reply shows the session as it is now.
  case granted(SessionID)
  /// The request is refused; without a session if it was to open one. `by`: the session in the way.
  case refused(SessionID?, ArbitrationError, by: SessionID?)
  /// The session ended, not at its owner's request.
  case closed(SessionID, ClosingReason)
  case didBecomeActive(SessionID)
  /// With a reason if the cause is an interruption.
  case didBecomeInactive(SessionID, DeactivationSource, InterruptionReason?)
  case began(SessionID, InterruptionReason, by: SessionID?)
  /// `gain`: linear, 0…1. `from`: the gain that the owner was told last; nil if the session just
  /// became active.
  case ducking(SessionID, gain: Double, from: Double?, ramp: Duration)
  case ended(SessionID, shouldResume: Bool)
  case recommendation(SessionID, ResumptionRecommendation)
  /// Secondary audio should be silenced from now on, or sound again.
  case hint(SessionID, isSilenced: Bool)
  case routeChanged(SessionID, RouteChangeReason)
  /// Something that observers see of the session has changed; a closed session has ended.
  case changed(SessionID)
  /// The list of sessions that enforcers hold or duck has changed (R14).
  case enforcementChanged
  /// Send `timePassed` at this time, which replaces any earlier one; nil: no deadline is left.
  case wake(at: Instant?)
}
