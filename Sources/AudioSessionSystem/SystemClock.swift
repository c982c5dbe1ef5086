import Glibc

/// The kernel's clocks, as nanoseconds.
package enum SystemClock {
  /// Time since boot, which goes on while the machine sleeps; the clock of every deadline.
  package static var boottime: Int64 { now(CLOCK_BOOTTIME) }

  /// Time since 1970, UTC; for people, since somebody may set it.
  package static var realtime: Int64 { now(CLOCK_REALTIME) }

  /// Time since boot without the time that the machine slept; service managers count in it.
  package static var monotonic: Int64 { now(CLOCK_MONOTONIC) }

  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // It fails only for a clock that doesn't exist.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
