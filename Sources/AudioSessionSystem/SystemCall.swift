import Glibc

/// Evaluates the results of system calls; tests can pass results of their own.
package enum SystemCall {
  /// Performs a call, and repeats it while signals interrupt it.
  ///
  /// - Parameters:
  ///   - name: The call's name, for the error.
  ///   - body: The call; it returns −1 and sets `errno` if it fails.
  /// - Returns: The call's result, not negative.
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
