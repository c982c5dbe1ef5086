import CAudioSessionLinux
import Glibc

/// A reference to a process by a pidfd, which unlike a pid is never reused.
///
/// The descriptor becomes readable when the process ends.
package struct ProcessDescriptor: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes over a pidfd.
  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Refers to the process that has this pid now.
  package init(pid: Int32) throws(Errno) {
    let number = try SystemCall.perform(.pidfd_open) { audiosession_pidfd_open(pid) }
    descriptor = FileDescriptor(number)
  }

  /// The descriptor's number, for a poller, valid while this value lives.
  package var number: CInt { descriptor.number }

  /// Whether the process has ended, reaped or not.
  ///
  /// Information read by its pid is about this process if this is false *afterwards*.
  package func hasEnded() throws(Errno) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return try SystemCall.perform(.poll) { poll(&request, 1, 0) } > 0
  }
}
