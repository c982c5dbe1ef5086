import AudioSessionEventLoop
import AudioSessionSystem
import Glibc
import TestSupport

@testable import audiosession_agent

/// Runs drivers as the agent's loop does.
enum DriverLoop {
  static var now: Duration { .nanoseconds(SystemClock.boottime) }

  /// Runs a driver until something holds.
  ///
  /// - Throws: That it doesn't come to hold, or what `holds` throws.
  static func run(
    _ source: some EventSource,
    until what: String,
    _ holds: () throws -> Bool
  ) throws {
    let end = now + .milliseconds(Int(Patience.milliseconds))
    while true {
      source.dispatch(at: now)
      if try holds() { return }
      guard now < end else { throw ProcessFault("waited in vain for \(what)") }
      wait(for: source, until: min(source.deadline ?? end, end))
    }
  }

  /// Runs a driver for a while in which nothing is to happen.
  static func run(_ source: some EventSource, for duration: Duration) {
    let end = now + duration
    while now < end {
      source.dispatch(at: now)
      wait(for: source, until: min(source.deadline ?? end, end))
    }
  }

  private static func wait(for source: some EventSource, until time: Duration) {
    var events = CInt(0)
    if source.interest.contains(.reading) { events |= CInt(POLLIN) }
    if source.interest.contains(.writing) { events |= CInt(POLLOUT) }
    var request = pollfd(fd: source.descriptor ?? -1, events: Int16(events), revents: 0)
    let milliseconds = max(time - now, .zero) / .milliseconds(1)
    _ = poll(&request, 1, CInt(clamping: Int(milliseconds.rounded(.up))))
  }
}
