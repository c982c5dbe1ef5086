/// What a session's sound is, within its category; which may go together says ``Legality``.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.Mode`.
public enum Mode: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Nothing in particular.
  case `default`
  /// Two-way speech over the network.
  case voiceChat
  /// Two-way speech inside a game.
  case gameChat
  /// The sound of a film that is being shot.
  case videoRecording
  /// As little processing as possible.
  case measurement
  /// The sound of a film that is being watched.
  case moviePlayback
  /// Two-way speech with a picture.
  case videoChat
  /// Continuous speech: podcasts and audiobooks; paused rather than ducked where others ask for it.
  case spokenAudio
  /// Short prompts by voice, as in navigation.
  case voicePrompt
  /// Short films in a feed.
  case shortFormVideo
  /// Two routes at once.
  case dualRoute
}
