/// The zone of a session, or of a system sound, for which none is given (R63).
///
/// The raw value is the name on the wire and in configuration.
package enum ZoneDefault: String, CaseIterable, Sendable, BitwiseCopyable {
  /// None: it meets all.
  case shared
  /// Its user's own.
  case user
}
