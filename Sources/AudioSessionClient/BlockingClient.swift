package import AudioSessionSystem
package import AudioSessionWire
import Glibc

/// A connection to the daemon for programs that wait for their answers, one thing at a time.
///
/// Whatever comes while it waits for a reply is kept: notifications until ``nextNotification(by:)``.
package struct BlockingClient: ~Copyable {
  /// Where the daemon was found.
  package let path: String
  private let socket: Socket
  private var machine = ClientMachine()
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Talks over a nonblocking socket that is connected already.
  package init(_ socket: consuming Socket, path: String) {
    self.socket = socket
    self.path = path
  }

  /// Connects to the first of the paths that exists.
  ///
  /// - Parameters:
  ///   - paths: Usually ``SocketPath/candidates(environment:)``.
  ///   - limit: Until when to wait for a place in the listener's queue.
  /// - Throws: ``ClientError/unavailable(tried:_:)`` or ``ClientError/timedOut``.
  package init(connectingTo paths: [String], by limit: TimeLimit) throws(ClientError) {
    var missing = Errno(.connect, ENOENT)
    for path in paths {
      do {
        self.init(try BlockingClient.connect(to: path, by: limit), path: path)
        return
      } catch .unavailable(_, let errno) where errno.code == ENOENT || errno.code == ENOTDIR {
        missing = errno
      }
    }
    throw .unavailable(tried: paths, missing)
  }

  /// Makes a request and doesn't wait for the reply; it leaves when something is waited for.
  package mutating func send(
    _ method: Method,
    _ parameters: JSONValue = [:]
  ) -> ClientMachine.RequestNumber {
    machine.request(method, parameters)
  }

  /// Waits for a reply.
  ///
  /// - Throws: Any ``ClientError``; after ``ClientError/refused(_:)`` the connection goes on.
  package mutating func reply(
    to number: ClientMachine.RequestNumber,
    by limit: TimeLimit
  ) throws(ClientError) -> JSONValue {
    while true {
      switch machine.takeReply(to: number) {
      case .success(let result)?: return result
      case .failure(let error)?: throw .refused(error)
      case nil: try exchange(by: limit)
      }
    }
  }

  /// Makes a request and waits for the reply.
  package mutating func call(
    _ method: Method,
    _ parameters: JSONValue = [:],
    by limit: TimeLimit
  ) throws(ClientError) -> JSONValue {
    try reply(to: send(method, parameters), by: limit)
  }

  /// Agrees with the daemon on the protocol.
  ///
  /// - Parameters:
  ///   - name: What the client calls itself.
  ///   - limit: Until when to wait.
  /// - Returns: What `hello` is answered with.
  /// - Throws: Any ``ClientError``.
  @discardableResult
  package mutating func hello(name: String, by limit: TimeLimit) throws(ClientError) -> JSONValue {
    try call(.hello, ["protocol": 1, "name": .string(name)], by: limit)
  }

  /// Waits for the next notification.
  package mutating func nextNotification(
    by limit: TimeLimit
  ) throws(ClientError) -> ClientMachine.Notification {
    while true {
      if let notification = machine.takeNotification() { return notification }
      try exchange(by: limit)
    }
  }

  /// Sends what there is room for and takes what is there, having waited for one or the other.
  private mutating func exchange(by limit: TimeLimit) throws(ClientError) {
    let events = machine.hasUnsent ? POLLIN | POLLOUT : POLLIN
    try BlockingClient.wait(for: events, on: socket.number, by: limit)
    if machine.hasUnsent { transmit() }
    try receive()
  }

  private mutating func transmit() {
    do {
      try machine.flush { bytes throws(Errno) in try socket.send(bytes) ?? 0 }
    } catch {
      // Nobody reads any more; what the daemon said before it went is still there to be read.
      machine.discardUnsent()
    }
  }

  private mutating func receive() throws(ClientError) {
    let count: Int?
    do {
      count = try buffer.withUnsafeMutableBytes { bytes throws(Errno) in
        try socket.receive(into: bytes)
      }
    } catch {
      throw .disconnected
    }
    guard let count else { return }
    if count == 0 { throw .disconnected }
    let received = buffer
    try machine.receive(received.span.extracting(first: count))
  }

  /// A socket that is connected to whoever listens at `path`, nonblocking.
  static func connect(
    to path: String,
    by limit: TimeLimit
  ) throws(ClientError) -> Socket {
    while true {
      do {
        return try Socket.connect(to: path, blocking: false)
      } catch {
        guard error.code == EAGAIN else { throw .unavailable(tried: [path], error) }
        // The listener's queue is full, and nothing tells when there is room in it.
        if limit.isOver { throw .timedOut }
        usleep(10_000)
      }
    }
  }

  /// Waits until the socket is ready for one of `events`, as poll(2) names them.
  static func wait(
    for events: CInt,
    on number: CInt,
    by limit: TimeLimit
  ) throws(ClientError) {
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
