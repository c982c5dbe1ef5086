import AudioSessionSchema

/// The zone of sessions and system sounds that name none (R63).
///
/// The raw value is the name on the wire and in configuration.
package enum ZoneDefault: String, DescribedWord, Sendable, BitwiseCopyable {
  /// No zone: they meet all sessions.
  case shared
  /// Their user's own.
  case user
}
