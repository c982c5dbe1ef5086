import Foundation

/// The clock of sounds that begin at a time.
enum SoundClock {
  /// CLOCK_MONOTONIC.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// How much later than ordered a player starts, so that all that begin at a time have opened their
  /// streams by then; another 50 ms later they are heard.
  static let latency = Duration.milliseconds(50)
}
