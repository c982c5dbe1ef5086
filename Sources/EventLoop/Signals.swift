package import AudioSessionSystem
import CAudioSessionLinux
import Glibc

/// The signals that a daemon is spoken to by, read from a descriptor like everything else.
package struct Signals: ~Copyable {
  /// What the signal asks for.
  package enum Request: Sendable {
    /// SIGTERM or SIGINT: an orderly end.
    case stop
    /// SIGHUP: read the configuration again.
    case reload
  }

  private let descriptor: FileDescriptor

  /// Blocks the signals for this thread and the threads it makes, and ignores SIGPIPE.
  ///
  /// To be made before any other thread: one that doesn't block them would be ended by them.
  package init() throws(Errno) {
    signal(SIGPIPE, SIG_IGN)
    let numbers = [SIGTERM, SIGINT, SIGHUP]
    let number = try SystemCall.perform(.signalfd) {
      audiosession_signal_descriptor(numbers, CInt(numbers.count))
    }
    descriptor = FileDescriptor(number)
  }

  /// The kernel's number, for a poller, while this value lives.
  package var number: CInt { descriptor.number }

  /// The next request, or nil if there is none now.
  package func next() throws(Errno) -> Request? {
    let number = descriptor.number
    switch try SystemCall.attempt(.read, { audiosession_signal_next(number) }) {
    case nil: return nil
    case SIGHUP: return .reload
    default: return .stop
    }
  }
}
