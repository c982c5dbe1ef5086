package import AudioSessionSystem
import Glibc

/// The signals that control a daemon, read from a descriptor.
package struct Signals: ~Copyable {
  /// The request that a signal stands for.
  package enum Request: Sendable {
    /// SIGTERM or SIGINT: end in order.
    case stop
    /// SIGHUP: reload the configuration.
    case reload
  }

  private let queue: SignalQueue

  /// Blocks the signals for this thread and the threads it starts, and ignores SIGPIPE.
  ///
  /// Create it before any other thread: one that doesn't block the signals would be ended by them.
  package init() throws(Errno) {
    signal(SIGPIPE, SIG_IGN)
    queue = try SignalQueue([SIGTERM, SIGINT, SIGHUP])
  }

  /// The descriptor's number, for a poller, valid while this value lives.
  package var number: CInt { queue.number }

  /// Takes the next request; nil if there is none.
  package func next() throws(Errno) -> Request? {
    switch try queue.next() {
    case nil: nil
    case SIGHUP: .reload
    default: .stop
    }
  }
}
