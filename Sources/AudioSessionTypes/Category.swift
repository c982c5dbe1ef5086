/// What a session does with sound: the first word of every claim on the output or the microphone.
///
/// The raw value is the name on the wire and in configuration.
/// Source: Apple, `AVAudioSession.Category`.
public enum Category: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Sound that mixes with everybody's, and that the listener can do without.
  case ambient
  /// Sound that the listener can do without, alone; the category of a new session.
  case soloAmbient
  /// Sound that is the point of the program: music, speech, film.
  case playback
  /// Input only.
  case record
  /// Input and output at once: calls, assistants.
  case playAndRecord
  /// Several outputs at once; it captures only while it records.
  case multiRoute

  /// Whether recording is possible in this category at all (R43, recording start).
  public var hasInput: Bool {
    switch self {
    case .record, .playAndRecord, .multiRoute: true
    case .ambient, .soloAmbient, .playback: false
    }
  }
}
