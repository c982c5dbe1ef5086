package import AudioSessionSystem
import CAudioSessionLinux
import Glibc

/// The signals that control a daemon, read from a descriptor; see signalfd(2).
package struct Signals: ~Copyable {
  /// The request that a signal stands for.
  package enum Request: Sendable {
    /// SIGTERM or SIGINT: end in order.
    case stop
    /// SIGHUP: reload the configuration.
    case reload
  }

  private let descriptor: FileDescriptor

  /// Blocks the signals for this thread and the threads it starts, and ignores SIGPIPE.
  ///
  /// Create it before any other thread: one that doesn't block the signals would be ended by them.
  package init() throws(Errno) {
    signal(SIGPIPE, SIG_IGN)
    let numbers = [SIGTERM, SIGINT, SIGHUP]
    let number = try SystemCall.perform(.signalfd) {
      audiosession_signal_descriptor(numbers, CInt(numbers.count))
    }
    descriptor = FileDescriptor(number)
  }

  /// The descriptor's number, for a poller, valid while this value lives.
  package var number: CInt { descriptor.number }

  /// Takes the next request; nil if there is none.
  package func next() throws(Errno) -> Request? {
    let number = descriptor.number
    switch try SystemCall.attempt(.read, { audiosession_signal_next(number) }) {
    case nil: return nil
    case SIGHUP: return .reload
    default: return .stop
    }
  }
}
