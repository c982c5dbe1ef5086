import CAudioSessionLinux
import Glibc

/// A process, held by a descriptor: unlike a pid it never comes to mean another process.
///
/// For a poller it becomes readable when the process ends.
package struct ProcessDescriptor: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes over a pidfd.
  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Holds the process that has this pid now.
  package init(pid: Int32) throws(Errno) {
    let number = try SystemCall.perform(.pidfd_open) { audiosession_pidfd_open(pid) }
    descriptor = FileDescriptor(number)
  }

  /// The kernel's number, for a poller, while this value lives.
  package var number: CInt { descriptor.number }

  /// Whether the process has ended, waited for or not.
  ///
  /// What was read under its pid is about it if this is false *afterwards*.
  package func hasEnded() throws(Errno) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return try SystemCall.perform(.poll) { poll(&request, 1, 0) } > 0
  }
}
