import AudioSessionArbitration

/// The time for which no connection is accepted, because there was no room for another descriptor.
///
/// The listener would always be ready. Room may be made anywhere, also outside the daemon, so
/// accepting is tried again after a while: soon at first, then every second.
struct ListenerPause {
  /// The time at which to accept again; nil if the listener is watched.
  private(set) var end: Instant?
  private var length = ListenerPause.shortest

  var isPaused: Bool { end != nil }

  mutating func begin(at now: Instant) {
    end = now.advanced(by: length)
    length = min(length * 2, ListenerPause.longest)
  }

  /// Ends the pause: the listener is watched again, and may find that there is still no room.
  mutating func finish() { end = nil }

  /// Records that a connection was accepted: the next pause is a short one again.
  mutating func succeed() { length = ListenerPause.shortest }

  private static let shortest: Duration = .milliseconds(100)
  private static let longest: Duration = .seconds(1)
}
