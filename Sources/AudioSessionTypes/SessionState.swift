/// Where a session stands.
///
/// The raw value is the name on the wire.
public enum SessionState: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Neither plays nor waits.
  case inactive
  /// May play, perhaps ducked.
  case active
  /// Was active, and waits for what interrupted it.
  case interrupted
}
