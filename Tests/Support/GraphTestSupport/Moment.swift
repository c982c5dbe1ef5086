import AudioSessionSystem
import Glibc

/// The time of recordings: CLOCK_MONOTONIC.
package enum Moment {
  package static var now: Duration { .nanoseconds(SystemClock.monotonic) }

  /// Lets time pass in which something is to be heard, or nothing is to happen.
  package static func pass(_ duration: Duration) {
    usleep(UInt32(duration / .microseconds(1)))
  }
}
