/// What all reports about the system have in common.
enum SystemReport {
  /// Of whose sessions a report is, as the end of a sentence (R60).
  static let reach = "of all sessions with the grant system, otherwise of one's own user's"
}
