import Glibc

/// Messages on standard error, a terminal's or the journal's.
package enum StandardError {
  /// Writes one line, as far as there is room: it never waits for a reader.
  ///
  /// - Returns: Whether all of it was written.
  @discardableResult
  package static func write(_ message: String) -> Bool {
    var line = message
    line.append("\n")
    return line.withUTF8 { write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }

  /// Writes what the descriptor takes without waiting, whether or not it is nonblocking.
  static func write(_ bytes: UnsafeRawBufferPointer, to number: CInt) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      guard hasRoom(number) else { return false }
      // A pipe that is ready has room for so much; more of it might wait.
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
      let count = writeWithoutWaiting(piece, to: number)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return true
  }

  private static func hasRoom(_ number: CInt) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    var count: CInt
    repeat { count = poll(&request, 1, 0) } while count < 0 && errno == EINTR
    // With an error beside it nobody reads any more, and a write would only raise a signal.
    return count == 1 && request.revents == Int16(POLLOUT)
  }

  private static func writeWithoutWaiting(_ bytes: UnsafeRawBufferPointer, to number: CInt) -> Int {
    let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    let count = send(number, bytes.baseAddress, bytes.count, flags)
    guard count < 0, errno == ENOTSOCK else { return count }
    return Glibc.write(number, bytes.baseAddress, bytes.count)
  }
}
