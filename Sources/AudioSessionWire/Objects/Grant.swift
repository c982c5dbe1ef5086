/// What a process may be allowed beyond what everybody may; a section each in the configuration.
///
/// The raw value is the name on the wire and in configuration.
package enum Grant: String, CaseIterable, Sendable, BitwiseCopyable {
  case phoneCall, ringtone, alarm, assistant
  /// May report about the system for the sessions of all users, and open sessions on behalf of any
  /// user's processes.
  case system
  /// May be told whom to hold and to lower of all users' sessions.
  case enforcement
  /// May see the names of others' sessions.
  case observe
  /// May end others' sessions, and everything that observers may.
  case admin
}
