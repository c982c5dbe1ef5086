/// The text that all reports about the system share.
enum SystemReport {
  /// The sessions that a report applies to, as the end of a sentence (R60).
  static let reach =
    "applies to all sessions with the grant system, otherwise to those of the caller's user"
}
