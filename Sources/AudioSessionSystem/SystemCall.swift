import Glibc

/// The one place where a system call's result is judged; tests hand in results of their own.
package enum SystemCall {
  /// Repeats the call while a signal interrupts it.
  ///
  /// - Parameters:
  ///   - name: What the error is to name.
  ///   - body: The call; it returns −1 and sets `errno` if it fails.
  /// - Returns: What the call returned, 0 and up.
  /// - Throws: The call's `errno`, never `EINTR`.
  @inlinable
  @discardableResult
  package static func perform<Result: FixedWidthInteger & SignedInteger>(
    _ name: Errno.Call,
    _ body: () -> Result
  ) throws(Errno) -> Result {
    while true {
      let result = body()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw Errno(name, code) }
    }
  }

  /// As ``perform(_:_:)`` for a call that doesn't block; nil if it would have to.
  @inlinable
  package static func attempt<Result: FixedWidthInteger & SignedInteger>(
    _ name: Errno.Call,
    _ body: () -> Result
  ) throws(Errno) -> Result? {
    do {
      return try perform(name, body)
    } catch {
      // Two names of one number on Linux; POSIX lets a system have two numbers.
      if error.code == EAGAIN || error.code == EWOULDBLOCK { return nil }
      throw error
    }
  }
}
