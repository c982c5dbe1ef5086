/// The reason why an interruption began.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.InterruptionReason`.
public enum InterruptionReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Another session, or the machine's sleep.
  case `default`
  /// The process was suspended by the system (R47).
  case appWasSuspended
  /// The built-in microphone was muted in hardware (R43).
  case builtInMicMuted
  /// The output device went away (R44).
  case routeDisconnected
}

/// The advice to a session that was interrupted or refused: to resume, or not to (R24, R34).
///
/// The raw value is the name on the wire.
public enum ResumptionRecommendation: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The session was playing, or wanted to, and nothing is in its way any more.
  case shouldResume
  /// Anything else.
  case shouldNotResume
}

/// The side that made an active session inactive.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.DeactivationSource`.
public enum DeactivationSource: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The session's own program.
  case app
  /// The arbiter, by an interruption.
  case system
}
