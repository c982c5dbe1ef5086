import Glibc

/// The kernel's clocks, in nanoseconds.
package enum SystemClock {
  /// The time since boot, including sleep; the clock of every deadline.
  package static var boottime: Int64 { now(CLOCK_BOOTTIME) }

  /// The time since 1970, UTC; for people only, since it may be set.
  package static var realtime: Int64 { now(CLOCK_REALTIME) }

  /// The time since boot, excluding sleep; service managers use it.
  package static var monotonic: Int64 { now(CLOCK_MONOTONIC) }

  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // It fails only for a clock that doesn't exist.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
