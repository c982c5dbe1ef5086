/// What a program has done until now, as far as rules ask.
package struct ProgramActivity: Equatable, Sendable {
  /// The MPRIS identity of its player, if any.
  package var player: String?
  /// Whether it is capturing.
  package var isCapturing = false
  /// The time for which it has been heard; nil if it isn't.
  package var heardFor: Duration?
  /// Whether no sound of it was heard in that time, as far as is known.
  package var isSilent = false
  /// Whether its player on the session bus said, since it began to be heard, that it plays.
  package var hasPlayed = false
  /// The time for which it has captured since it did both, capture and play; nil if it doesn't.
  package var conversedFor: Duration?

  package init() {}

  /// Whether it has been heard for that long.
  ///
  /// What a player says it plays is music from its first moment. Silence lasts for no time.
  func hasLasted(_ time: Duration) -> Bool {
    hasPlayed || heardFor.map { $0 >= time && (!isSilent || time == .zero) } ?? false
  }

  func hasConversed(_ time: Duration) -> Bool { conversedFor.map { $0 >= time } ?? false }
}
