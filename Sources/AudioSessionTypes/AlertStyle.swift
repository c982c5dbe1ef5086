/// How a ringtone shows itself; a banner leaves alone who prefers no interruptions (R41).
///
/// The raw value is the name on the wire.
public enum AlertStyle: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The ring takes the screen, and the sound from everybody.
  case fullScreen
  /// The ring is a banner.
  case banner
}
