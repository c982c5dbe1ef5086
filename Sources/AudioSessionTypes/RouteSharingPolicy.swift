/// Where a session's output may be sent; it decides legality only, since the daemon owns no routes.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.RouteSharingPolicy`.
public enum RouteSharingPolicy: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The same route as everybody's.
  case `default`
  /// The route for long-form audio: `playback` only, and no options.
  case longFormAudio
  /// The system's own; no client can set it (R4).
  case independent
  /// The route for long-form video: `playback` only, and no options.
  case longFormVideo
}
