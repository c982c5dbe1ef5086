package import AudioSessionSystem
import CAudioSessionLinux
import Glibc

/// Signals that a program handles as events, read from a descriptor; see signalfd(2).
package struct SignalQueue: ~Copyable {
  private let descriptor: FileDescriptor

  /// Blocks the signals for this thread and the threads it starts.
  ///
  /// Create it before any other thread: one that doesn't block the signals would be ended by them.
  package init(_ numbers: [CInt]) throws(Errno) {
    let number = try SystemCall.perform(.signalfd) {
      audiosession_signal_descriptor(numbers, CInt(numbers.count))
    }
    descriptor = FileDescriptor(number)
  }

  /// The descriptor's number, for a poller, valid while this value lives.
  package var number: CInt { descriptor.number }

  /// Takes the next signal; nil if there is none.
  package func next() throws(Errno) -> CInt? {
    let number = descriptor.number
    return try SystemCall.attempt(.read) { audiosession_signal_next(number) }
  }
}
