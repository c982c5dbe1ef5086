import Arbitration

/// The time for which nobody is accepted, because there was no room for another descriptor.
///
/// The listener would be ready for ever. Room may come from anywhere, also from outside the daemon,
/// so it is tried again after a while: soon at first, then every second.
struct ListenerPause {
  /// When to accept again; nil: the listener is watched.
  private(set) var end: Instant?
  private var length = ListenerPause.shortest

  var isPaused: Bool { end != nil }

  mutating func begin(at now: Instant) {
    end = now.advanced(by: length)
    length = min(length * 2, ListenerPause.longest)
  }

  /// The listener is watched again; whether there is room will be seen.
  mutating func finish() { end = nil }

  /// Somebody was accepted: the next pause is a short one again.
  mutating func succeed() { length = ListenerPause.shortest }

  private static let shortest: Duration = .milliseconds(100)
  private static let longest: Duration = .seconds(1)
}
