/// Why an interruption began.
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

/// Whether a session that was interrupted, or refused, should take up its sound again (R24, R34).
///
/// The raw value is the name on the wire.
public enum ResumptionRecommendation: String, CaseIterable, Sendable, BitwiseCopyable {
  /// It was playing, and whoever silenced it has left.
  case shouldResume
  /// Anything else.
  case shouldNotResume
}

/// Who made an active session inactive.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.DeactivationSource`.
public enum DeactivationSource: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Its own program.
  case app
  /// The arbiter.
  case system
}
