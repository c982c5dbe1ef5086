import AudioSessionSystem
import Glibc
import TestSupport

/// Waiting for what nobody tells of.
package enum Condition {
  /// Looks every few milliseconds whether something holds.
  ///
  /// - Parameters:
  ///   - what: What is waited for, for the message.
  ///   - limit: How long it may take.
  ///   - holds: Whether it holds now.
  /// - Throws: That it didn't come to hold in time, or what `holds` throws.
  package static func wait(
    _ what: @autoclosure () -> String,
    within limit: Duration = .milliseconds(Int(Patience.milliseconds)),
    until holds: () throws -> Bool
  ) throws {
    let end = Moment.now + limit
    while try !holds() {
      guard Moment.now < end else { throw ProcessFault("waited in vain for \(what())") }
      usleep(5000)
    }
  }
}

/// The time of recordings: CLOCK_MONOTONIC.
package enum Moment {
  package static var now: Duration { .nanoseconds(SystemClock.monotonic) }

  /// Lets time pass in which something is to be heard, or nothing is to happen.
  package static func pass(_ duration: Duration) {
    usleep(UInt32(duration / .microseconds(1)))
  }
}

/// Looking whether a socket is listened on.
enum Probe {
  static func answers(at path: String) -> Bool {
    (try? Socket.connect(to: path, blocking: false)) != nil
  }
}
