/// The use of sound within a category; not every category allows every mode (R4).
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.Mode`.
public enum Mode: String, CaseIterable, Sendable, BitwiseCopyable {
  /// No particular use.
  case `default`
  /// Two-way speech over the network.
  case voiceChat
  /// Two-way speech inside a game.
  case gameChat
  /// Recording the sound of a video.
  case videoRecording
  /// Measuring, with as little signal processing as possible.
  case measurement
  /// Playing the sound of a film.
  case moviePlayback
  /// Two-way speech with a picture.
  case videoChat
  /// Continuous speech, such as podcasts and audiobooks; sessions that duck others may ask for it
  /// to be interrupted instead.
  case spokenAudio
  /// Short prompts by voice, as in navigation.
  case voicePrompt
  /// Short videos in a feed.
  case shortFormVideo
  /// Two routes at once.
  case dualRoute
}
