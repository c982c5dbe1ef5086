import Glibc

/// What the thread waits for; the numbers are good until its next turn.
struct Watch {
  let timer: CInt
  let socket: CInt?
  let awaitsRoom: Bool

  /// Waits until there is something to do; a signal counts too.
  func wait() {
    let events = awaitsRoom ? POLLIN | POLLOUT : POLLIN
    var requests = [
      pollfd(fd: timer, events: Int16(POLLIN), revents: 0),
      // A negative number is one that poll(2) leaves out.
      pollfd(fd: socket ?? -1, events: Int16(events), revents: 0),
    ]
    poll(&requests, 2, -1)
  }
}
