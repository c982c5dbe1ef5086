package import AudioSessionTypes

/// What the shell is to do; plain bits, so that appending one neither retains nor allocates.
package enum Effect: Equatable, Sendable, BitwiseCopyable {
  /// The request is granted; the reply shows the session as it now is.
  case granted(SessionID)
  /// The request is refused; nil where no session came into being. `by`: the session in the way.
  case refused(SessionID?, ArbitrationError, by: SessionID?)
  /// The session ended without its owner's doing.
  case closed(SessionID, ClosingReason)
  case didBecomeActive(SessionID)
  /// `reason` is there where an interruption did it.
  case didBecomeInactive(SessionID, DeactivationSource, InterruptionReason?)
  case began(SessionID, InterruptionReason, by: SessionID?)
  /// `gain` is linear, 0…1; `from` is what the owner was told last, nil if it just became active.
  case ducking(SessionID, gain: Double, from: Double?, ramp: Duration)
  case ended(SessionID, shouldResume: Bool)
  case recommendation(SessionID, ResumptionRecommendation)
  /// Secondary audio should be silenced from now on, or no longer.
  case hint(SessionID, isSilenced: Bool)
  case routeChanged(SessionID, RouteChangeReason)
  /// Something that observers see of the session is not as it was; of a closed one, its end.
  case changed(SessionID)
  /// The list of what enforcers hold or lower isn't what it was (R14).
  case enforcementChanged
  /// Come back at this moment, which replaces the earlier one; nil: never.
  case wake(at: Instant?)
}
