import Glibc

/// How long a test waits for what has to come; only a failure ever takes so long.
package enum Patience {
  package static let milliseconds: CInt = 30_000

  /// Waits until a descriptor is ready.
  ///
  /// - Parameters:
  ///   - events: Bits of poll(2).
  ///   - descriptor: Whose readiness it is.
  ///   - what: What didn't come, for the message.
  /// - Throws: That nothing came in time.
  package static func wait(
    for events: CInt,
    on descriptor: CInt,
    _ what: @autoclosure () -> String
  ) throws(ProcessFault) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      let count = poll(&request, 1, milliseconds)
      if count > 0 { return }
      if count == 0 { throw ProcessFault("waited in vain for \(what())") }
      if errno != EINTR { throw ProcessFault("poll: \(String(cString: strerror(errno)))") }
    }
  }
}
