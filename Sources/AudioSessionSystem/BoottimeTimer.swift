import CAudioSessionLinux
import Glibc

/// A timer on CLOCK_BOOTTIME, which runs on while the machine sleeps; see timerfd_create(2).
///
/// Its descriptor becomes readable when it expires.
package struct BoottimeTimer: ~Copyable {
  private let timer: FileDescriptor
  /// The time it is armed for, in nanoseconds since boot; arming it for the same again costs no
  /// system call.
  private var armed: Int64?

  /// Creates a timer that isn't armed.
  package init() throws(Errno) {
    timer = FileDescriptor(try SystemCall.perform(.timerfd_create) { audiosession_timer_create() })
  }

  /// The descriptor's number, for a poller, valid while this value lives.
  package var number: CInt { timer.number }

  /// Arms the timer.
  ///
  /// - Parameter nanoseconds: The time since boot; it expires at once if that is past. Nil disarms
  ///   it.
  /// - Throws: The error of timerfd_settime(2).
  package mutating func arm(at nanoseconds: Int64?) throws(Errno) {
    if nanoseconds == armed { return }
    // 0 would disarm; a time before boot is as past as the first nanosecond.
    let time = nanoseconds.map { max($0, 1) } ?? 0
    try SystemCall.perform(.timerfd_settime) { audiosession_timer_set(timer.number, time) }
    armed = nanoseconds
  }

  /// Takes the expiry, after which the timer is no longer armed.
  ///
  /// - Returns: Whether it had expired.
  package mutating func takeExpiry() throws(Errno) -> Bool {
    var expirations: UInt64 = 0
    let number = timer.number
    let count = try SystemCall.attempt(.read) {
      read(number, &expirations, MemoryLayout<UInt64>.size)
    }
    guard count != nil else { return false }
    armed = nil
    return true
  }
}
