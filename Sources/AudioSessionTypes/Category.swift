/// The kind of sound that a session makes or records.
///
/// The raw value is the name on the wire and in configuration.
/// Source: Apple, `AVAudioSession.Category`.
public enum Category: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Sound that the listener can do without, and that mixes with others.
  case ambient
  /// Sound that the listener can do without, and that doesn't mix; the category of a new session.
  case soloAmbient
  /// Sound that is the program's purpose: music, speech, films.
  case playback
  /// Input only.
  case record
  /// Input and output at once, as in calls and assistants.
  case playAndRecord
  /// Several outputs at once; it uses the microphone only while it records.
  case multiRoute

  /// Whether a session of the category can record at all (R43, R64).
  public var hasInput: Bool {
    switch self {
    case .record, .playAndRecord, .multiRoute: true
    case .ambient, .soloAmbient, .playback: false
    }
  }
}
