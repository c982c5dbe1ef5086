package import AudioSessionJSON
package import AudioSessionSystem
package import AudioSessionWire

/// A connection to the daemon for programs that wait for each answer.
///
/// Notifications that arrive during a wait are kept for ``nextNotification(by:)``. A program that
/// also waits for other things watches ``number``, and uses the functions that never wait.
package struct BlockingClient: ~Copyable {
  private let connection: SocketConnection
  private var machine = ClientMachine()
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Talks over a nonblocking socket that is connected already.
  package init(_ socket: consuming Socket, path: String) {
    connection = SocketConnection(socket, path: path)
  }

  /// Connects to the first of the paths that exists.
  ///
  /// - Parameters:
  ///   - paths: Usually ``SocketPath/candidates(environment:)``.
  ///   - limit: How long to wait for a place in the listener's queue.
  /// - Throws: ``ClientError/unavailable(tried:_:)`` or ``ClientError/timedOut``.
  package init(connectingTo paths: [String], by limit: TimeLimit) throws(ClientError) {
    connection = try SocketConnection.connect(toFirstOf: paths, by: limit)
  }

  /// The path at which the daemon was found.
  package var path: String { connection.path }

  /// Makes a request without waiting for the reply; it is sent during the next wait.
  package mutating func send(
    _ method: Method,
    _ parameters: JSONValue = [:]
  ) -> ClientMachine.RequestNumber {
    machine.request(method, parameters)
  }

  /// Waits for the reply to a request.
  ///
  /// - Throws: Any ``ClientError``; the connection remains usable after
  ///   ``ClientError/refused(_:)`` and ``ClientError/timedOut``.
  package mutating func reply(
    to number: ClientMachine.RequestNumber,
    by limit: TimeLimit
  ) throws(ClientError) -> JSONValue {
    var hasWaited = false
    while true {
      switch machine.takeReply(to: number) {
      case .success(let result)?: return result
      case .failure(let error)?: throw .refused(error)
      case nil: try exchange(by: limit, &hasWaited)
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

  /// Agrees with the daemon on the protocol; has to be the first call.
  ///
  /// - Parameters:
  ///   - name: The client's name, for logs and tools.
  ///   - limit: How long to wait.
  /// - Returns: The result of `hello`.
  /// - Throws: Any ``ClientError``.
  @discardableResult
  package mutating func hello(name: String, by limit: TimeLimit) throws(ClientError) -> JSONValue {
    try call(.hello, ["protocol": 1, "name": .string(name)], by: limit)
  }

  /// Waits for the next notification.
  ///
  /// - Throws: Any ``ClientError``; the connection remains usable after ``ClientError/timedOut``.
  package mutating func nextNotification(
    by limit: TimeLimit
  ) throws(ClientError) -> ClientMachine.Notification {
    var hasWaited = false
    while true {
      if let notification = machine.takeNotification() { return notification }
      try exchange(by: limit, &hasWaited)
    }
  }

  /// The connection's descriptor, for a poller, valid while this value lives.
  package var number: CInt { connection.number }

  /// True while there are bytes to send, so that a poller should watch for room.
  package var hasUnsent: Bool { machine.hasUnsent }

  /// The most pieces that are received at once, of 64 KiB each.
  private static let piecesAtOnce = 16

  /// Sends and receives what is possible now, without waiting.
  ///
  /// It ends even if the daemon sends faster than this program reads; a poller reports the rest.
  ///
  /// - Throws: ``ClientError/disconnected``, ``ClientError/protocolViolation(_:)`` or
  ///   ``ClientError/refused(_:)``; what arrived before can still be taken.
  package mutating func exchange() throws(ClientError) {
    connection.transmit(&machine)
    for _ in 0..<BlockingClient.piecesAtOnce {
      guard let count = try connection.receive(into: &buffer) else { return }
      let received = buffer
      try machine.receive(received.span.extracting(first: count))
    }
  }

  /// As ``exchange()``, for a program whose replies and notifications have to be handled in their
  /// order.
  ///
  /// - Returns: The messages that arrived, in the order of the decisions behind them.
  /// - Throws: As ``exchange()``, once nothing more arrives.
  package mutating func exchangeMessages() throws(ClientError) -> [ClientMachine.Message] {
    connection.transmit(&machine)
    var messages: [ClientMachine.Message] = []
    do {
      for _ in 0..<BlockingClient.piecesAtOnce {
        guard let count = try connection.receive(into: &buffer) else { break }
        let received = buffer
        machine.append(received.span.extracting(first: count))
        while let message = try machine.nextMessage() { messages.append(message) }
      }
    } catch {
      // The end is found again by the next call.
      if messages.isEmpty { throw error }
    }
    return messages
  }

  /// Takes the oldest notification that has arrived; nil if there is none.
  package mutating func takeNotification() -> ClientMachine.Notification? {
    machine.takeNotification()
  }

  /// Takes the reply to a request; nil if it hasn't arrived, or was taken.
  package mutating func takeReply(
    to number: ClientMachine.RequestNumber
  ) -> Result<JSONValue, ErrorReply>? {
    machine.takeReply(to: number)
  }

  /// Waits until something can be sent or received, and does both.
  ///
  /// A daemon that always sends a little ends no wait; what has arrived at the limit is received
  /// once, since this program may have been stopped until then.
  private mutating func exchange(
    by limit: TimeLimit,
    _ hasWaited: inout Bool
  ) throws(ClientError) {
    if hasWaited, limit.isOver { throw .timedOut }
    hasWaited = true
    try connection.wait(sending: machine.hasUnsent, by: limit)
    connection.transmit(&machine)
    guard let count = try connection.receive(into: &buffer) else { return }
    let received = buffer
    try machine.receive(received.span.extracting(first: count))
  }
}
