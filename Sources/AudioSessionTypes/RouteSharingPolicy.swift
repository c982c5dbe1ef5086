/// The routes that a session's output may be sent to; the daemon owns no routes, so that this only
/// matters for legality.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.RouteSharingPolicy`.
public enum RouteSharingPolicy: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The route that all sessions share.
  case `default`
  /// The route for long-form audio; for `playback` without options only.
  case longFormAudio
  /// Set by the system only, never by a client (R4).
  case independent
  /// The route for long-form video; for `playback` without options only.
  case longFormVideo
}
