import AudioSessionSchema

/// A permission that a process may hold beyond what every process may do; each has a section in the
/// configuration.
///
/// The raw value is the name on the wire and in configuration.
package enum Grant: String, DescribedWord, Sendable, BitwiseCopyable {
  case phoneCall, ringtone, alarm, assistant
  /// May report about the system for the sessions of all users, and open sessions on behalf of any
  /// user's processes.
  case system
  /// May apply gains and pauses to all users' sessions.
  case enforcement
  /// May see the names and processes of other users' sessions.
  case observe
  /// May end any session, and see whatever observers may.
  case admin
}
