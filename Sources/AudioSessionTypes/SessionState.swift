/// The state of a session.
///
/// The raw value is the name on the wire.
public enum SessionState: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The session is neither active nor interrupted.
  case inactive
  /// The session may play, perhaps ducked.
  case active
  /// The session was active, and waits for what interrupted it.
  case interrupted
}
