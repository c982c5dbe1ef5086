/// What a program has done until now, as far as rules ask.
package struct ProgramConduct: Equatable, Sendable {
  /// The MPRIS identity of its player, if any.
  package var player: String?
  /// Whether it is capturing.
  package var isCapturing = false
  /// The time for which it has been heard; nil if it isn't.
  package var heardFor: Duration?
  /// Whether its player on the session bus said, since it began to be heard, that it plays.
  package var hasPlayed = false
  /// The time for which it has captured since it did both, capture and play; nil if it doesn't.
  package var conversedFor: Duration?

  package init() {}

  /// Whether it has been heard for that long.
  ///
  /// What a player says it plays is music from its first moment.
  func hasLasted(_ time: Duration) -> Bool {
    hasPlayed || heardFor.map { $0 >= time } ?? false
  }

  func hasConversed(_ time: Duration) -> Bool { conversedFor.map { $0 >= time } ?? false }
}
