import CAudioSessionLinux
import Glibc

/// The one timer of a loop: an absolute time on CLOCK_BOOTTIME, which goes on during sleep.
///
/// For a poller it is readable from that time on. Idle means that none is armed.
package struct Deadline: ~Copyable {
  private let timer: FileDescriptor
  /// What is armed, so that arming the same again costs no system call.
  private var armed: Int64?

  /// A timer that isn't armed.
  package init() throws(Errno) {
    timer = FileDescriptor(try SystemCall.perform(.timerfd_create) { audiosession_timer_create() })
  }

  /// The kernel's number, for a poller, while this value lives.
  package var number: CInt { timer.number }

  /// Becomes readable at `nanoseconds` since boot, at once if that is past; nil: never.
  package mutating func arm(at nanoseconds: Int64?) throws(Errno) {
    if nanoseconds == armed { return }
    // 0 would disarm; a time before boot is as past as the first nanosecond.
    let time = nanoseconds.map { max($0, 1) } ?? 0
    try SystemCall.perform(.timerfd_settime) { audiosession_timer_set(timer.number, time) }
    armed = nanoseconds
  }

  /// Whether the time has come; if so, the timer isn't armed any more.
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
