import Foundation

/// The clock of sounds that begin at a time.
enum SoundClock {
  /// CLOCK_MONOTONIC.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// How much later than ordered a sound is heard that begins at a time: what the slowest player needs
  /// to open its stream, so that all of them begin together.
  static let latency = Duration.milliseconds(100)
}
