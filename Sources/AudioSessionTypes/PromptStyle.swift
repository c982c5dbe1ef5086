/// The length that a voice prompt should have now (R51).
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.PromptStyle`.
public enum PromptStyle: String, CaseIterable, Sendable, BitwiseCopyable {
  /// No prompts: an assistant is listening.
  case none
  /// Short prompts: an assistant or a call is active.
  case short
  /// Prompts of any length.
  case normal
}
