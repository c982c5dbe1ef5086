import Glibc

/// A file descriptor with one owner, who closes it by going away.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The kernel's number, to be used while this value lives.
  package let number: CInt

  /// Takes over an open descriptor.
  package init(_ number: CInt) { self.number = number }

  /// Gives the number to somebody else, who is to close it now.
  package consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  // Not repeated on EINTR: Linux has closed it even then, and the number may be another's already.
  deinit { close(number) }
}
