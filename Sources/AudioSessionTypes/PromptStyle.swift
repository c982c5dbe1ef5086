/// How long a voice prompt should be now (R51).
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.PromptStyle`.
public enum PromptStyle: String, CaseIterable, Sendable, BitwiseCopyable {
  /// None at all: an assistant listens.
  case none
  /// As short as possible.
  case short
  /// As usual.
  case normal
}
