import Glibc

/// The descriptors that the connection's thread waits for; valid until its next turn.
struct Watch {
  let timer: CInt
  /// Nil while there is no connection.
  let socket: CInt?
  /// True while bytes wait for room to be sent.
  let awaitsRoom: Bool

  /// Waits until there is something to do, or a signal arrives.
  func wait() {
    let events = awaitsRoom ? POLLIN | POLLOUT : POLLIN
    var requests = [
      pollfd(fd: timer, events: Int16(POLLIN), revents: 0),
      // poll(2) ignores a negative number.
      pollfd(fd: socket ?? -1, events: Int16(events), revents: 0),
    ]
    poll(&requests, 2, -1)
  }
}
