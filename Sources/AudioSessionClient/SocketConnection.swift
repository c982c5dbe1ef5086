package import AudioSessionSystem
import Glibc

/// A connection to the daemon or the agent: how it is made, and how bytes pass over it.
///
/// Its socket is nonblocking, so that no function but those with a ``TimeLimit`` ever waits.
package struct SocketConnection: ~Copyable, Sendable {
  /// The path it was made to.
  package let path: String
  private let socket: Socket

  /// Takes over a nonblocking socket that is connected already.
  package init(_ socket: consuming Socket, path: String) {
    self.path = path
    self.socket = socket
  }

  /// Connects to the first path that exists, whether or not anybody listens there.
  ///
  /// - Parameter paths: The paths to try, in order; usually ``SocketPath/candidates(environment:)``.
  /// - Throws: ``ClientError/unavailable(tried:_:)`` and nothing else; with `EAGAIN` the listener's
  ///   queue is full.
  package init(toFirstOf paths: [String]) throws(ClientError) {
    var missing = Errno(.connect, ENOENT)
    for path in paths {
      do {
        self.init(try Socket.connect(to: path, blocking: false), path: path)
        return
      } catch {
        let isMissing = error.code == ENOENT || error.code == ENOTDIR
        guard isMissing else { throw .unavailable(tried: [path], error) }
        missing = error
      }
    }
    throw .unavailable(tried: paths, missing)
  }

  /// Connects to the first path that exists, and waits for a place in the listener's queue.
  ///
  /// - Throws: ``ClientError/unavailable(tried:_:)`` or ``ClientError/timedOut``.
  static func connect(
    toFirstOf paths: [String],
    by limit: TimeLimit
  ) throws(ClientError) -> SocketConnection {
    while true {
      do {
        return try SocketConnection(toFirstOf: paths)
      } catch .unavailable(_, let errno) where errno.code == EAGAIN {
        // The kernel doesn't report when the queue has room again.
        if limit.isOver { throw .timedOut }
        usleep(10_000)
      }
    }
  }

  /// The kernel's number, for poll(2), while this value lives.
  package var number: CInt { socket.number }

  /// Sends what the client has to send, as far as the kernel has room for it.
  package func transmit(_ machine: inout ClientMachine) {
    guard machine.hasUnsent else { return }
    do {
      try machine.flush { bytes throws(Errno) in try socket.send(bytes) ?? 0 }
    } catch {
      // Nobody reads any more; what the daemon said before it went can still be received.
      machine.discardUnsent()
    }
  }

  /// Sends one line, which has to be shorter than what any socket takes at once.
  ///
  /// - Throws: ``ClientError/disconnected``.
  func send(line: String) throws(ClientError) {
    let bytes = Array("\(line)\n".utf8)
    do {
      _ = try bytes.span.withUnsafeBytes { bytes throws(Errno) in try socket.send(bytes) }
    } catch {
      throw .disconnected
    }
  }

  /// Ends the connection for both sides; who waits for bytes is told of the end.
  package func shutDown() {
    // One that has ended already can't be ended.
    try? socket.shutdown(.both)
  }

  /// Reads what has arrived.
  ///
  /// - Returns: How many bytes, 1 or more; nil if there are none now.
  /// - Throws: ``ClientError/disconnected`` at the end of the connection.
  package func receive(into buffer: inout [UInt8]) throws(ClientError) -> Int? {
    let count: Int?
    do {
      count = try socket.receive(into: &buffer)
    } catch {
      throw .disconnected
    }
    if count == 0 { throw .disconnected }
    return count
  }

  /// Waits until there are bytes to read, or room to send.
  ///
  /// - Parameters:
  ///   - sending: Whether room to send ends the wait.
  ///   - limit: How long to wait.
  /// - Throws: ``ClientError/timedOut`` or ``ClientError/disconnected``.
  func wait(sending: Bool = false, by limit: TimeLimit) throws(ClientError) {
    let events = sending ? POLLIN | POLLOUT : POLLIN
    var request = pollfd(fd: number, events: Int16(events), revents: 0)
    while true {
      let ready: CInt
      do {
        ready = try SystemCall.perform(.poll) { poll(&request, 1, limit.milliseconds) }
      } catch {
        throw .disconnected
      }
      if ready > 0 { return }
      if limit.isOver { throw .timedOut }
    }
  }
}
