import Glibc

/// A file descriptor with one owner; it is closed when the value is destroyed.
@usableFromInline
package struct FileDescriptor: ~Copyable, Sendable {
  /// The descriptor's number, valid while this value lives.
  package private(set) var number: CInt

  /// Takes over an open descriptor.
  package init(_ number: CInt) { self.number = number }

  /// Releases ownership; the caller has to close the number.
  package consuming func release() -> CInt {
    defer { number = -1 }
    return number
  }

  @inlinable
  deinit { close() }

  // Not repeated on EINTR: Linux has closed it even then, and the number may be another's already.
  @usableFromInline
  func close() {
    if number != -1 { Glibc.close(number) }
  }
}
