/// The presentation of a ringtone; one with a banner leaves sessions alone that prefer no
/// interruptions (R41).
///
/// The raw value is the name on the wire.
public enum AlertStyle: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The ring takes the whole screen, and interrupts as the pair table says.
  case fullScreen
  /// The ring shows a banner.
  case banner
}
