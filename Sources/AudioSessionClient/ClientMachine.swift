package import AudioSessionJSON
import AudioSessionSchema
package import AudioSessionWire

/// A client's side of the protocol, without the connection: bytes come in, replies and notifications
/// and bytes to send go out.
///
/// Lines arrive in any pieces. Replies are kept until they are taken, so that several requests can be
/// pending; notifications are kept in the order of their arrival. What answers at a path that
/// somebody else chose may be anything, so that neither may grow without a limit.
package struct ClientMachine: Sendable {
  /// The longest line from the daemon, in bytes: several times the list of the most sessions.
  package static let lineBytes = 64 << 20

  /// The most notifications that wait to be taken; no daemon sends more before a reply.
  package static let waitingNotifications = 65_536

  /// Identifies a request, by the id that its reply will have.
  package struct RequestNumber: Hashable, Sendable {
    fileprivate let id: Int64
  }

  /// A notification from the daemon.
  package struct Notification: Equatable, Sendable {
    package let method: String
    package let params: JSONValue
    /// The whole message, as it was received.
    package let message: JSONValue

    /// The decision as of which it holds; nil from what is no such daemon.
    package var stamp: DecisionStamp? { params.received() }
  }

  /// A message from the daemon.
  package enum Message: Equatable, Sendable {
    case reply(RequestNumber, Result<JSONValue, ErrorReply>)
    case notification(Notification)
  }

  private var unsent: [UInt8] = []
  private var sentBytes = 0
  private var splitter = LineSplitter(lineBytes: ClientMachine.lineBytes)
  private var lastID: Int64 = 0
  private var unanswered: Set<RequestNumber> = []
  private var replies: [RequestNumber: Result<JSONValue, ErrorReply>] = [:]
  private var notifications = Queue<Notification>()
  /// Why nothing more can be received.
  private var fault: ClientError?

  package init() {}

  /// Makes a request, to be sent by ``flush(_:)``.
  package mutating func request(
    _ method: Method,
    _ parameters: JSONValue = [:]
  ) -> RequestNumber {
    lastID += 1
    let number = RequestNumber(id: lastID)
    unanswered.insert(number)
    write(method, parameters, id: lastID)
    return number
  }

  /// Makes a request that isn't answered, to be sent by ``flush(_:)``.
  package mutating func notify(_ method: Method, _ parameters: JSONValue = [:]) {
    write(method, parameters, id: nil)
  }

  private mutating func write(_ method: Method, _ parameters: JSONValue, id: Int64?) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    if let id {
      writer.key("id")
      writer.integer(id)
    }
    writer.member("method", method)
    writer.member("params", parameters)
    writer.endObject()
    writer.endLine()
    writer.withBytes { line in line.withUnsafeBufferPointer { unsent.append(contentsOf: $0) } }
  }

  /// True while there are bytes to send.
  package var hasUnsent: Bool { sentBytes < unsent.count }

  /// Passes the bytes to send to `send`, which returns how many it took.
  package mutating func flush<Failure: Error>(
    _ send: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    // A variable for the bytes would be a second owner, so that removing them would copy them.
    sentBytes += try unsent.span.extracting(sentBytes...).withUnsafeBytes {
      buffer throws(Failure) in try send(buffer)
    }
    if !hasUnsent { discardUnsent() }
  }

  /// Discards the bytes to send, because nobody will read them.
  package mutating func discardUnsent() {
    unsent.removeAll(keepingCapacity: unsent.capacity <= 65_536)
    sentBytes = 0
  }

  /// Takes received bytes, and sorts the messages into replies and notifications.
  ///
  /// - Throws: ``ClientError/protocolViolation(_:)``, or ``ClientError/refused(_:)`` if the daemon
  ///   refuses the connection as a whole; the connection is of no further use then.
  package mutating func receive(_ bytes: Span<UInt8>) throws(ClientError) {
    append(bytes)
    while let message = try nextMessage() {
      switch message {
      case .reply(let number, let result): replies[number] = result
      case .notification(let notification):
        guard notifications.count < ClientMachine.waitingNotifications else {
          throw fail("more than \(ClientMachine.waitingNotifications) notifications at once")
        }
        notifications.append(notification)
      }
    }
  }

  /// Takes received bytes, for ``nextMessage()``.
  package mutating func append(_ bytes: Span<UInt8>) {
    if fault == nil { splitter.append(bytes) }
  }

  /// Takes the oldest message, whether reply or notification.
  ///
  /// - Returns: The message; nil if no complete one has arrived.
  /// - Throws: As ``receive(_:)``.
  package mutating func nextMessage() throws(ClientError) -> Message? {
    if let fault { throw fault }
    switch splitter.next() {
    case .line(let range)?:
      return try message(ClientMachine.value(splitter.bytes.span.extracting(range)))
    case .tooLong?: throw fail("a line of more than \(ClientMachine.lineBytes) bytes")
    case nil: return nil
    }
  }

  /// The error for what no daemon sends so much of; every further receipt throws it, too.
  private mutating func fail(_ what: String) -> ClientError {
    let error = ClientError.protocolViolation(what)
    fault = error
    splitter = LineSplitter(lineBytes: ClientMachine.lineBytes)
    return error
  }

  /// Takes the reply to a request; nil if it hasn't arrived, or was taken.
  package mutating func takeReply(
    to number: RequestNumber
  ) -> Result<JSONValue, ErrorReply>? {
    replies.removeValue(forKey: number)
  }

  /// Takes the oldest notification; nil if there is none.
  package mutating func takeNotification() -> Notification? { notifications.takeFirst() }

  private static func value(_ line: Span<UInt8>) throws(ClientError) -> JSONValue {
    do {
      return try JSONValue(parsing: line)
    } catch {
      throw .protocolViolation("a line that is not JSON (\(error.sentence))")
    }
  }

  private mutating func message(_ message: JSONValue) throws(ClientError) -> Message {
    let envelope: Envelope? = message.received()
    if let method = envelope?.method {
      let params = envelope?.params ?? [:]
      return .notification(Notification(method: method, params: params, message: message))
    }
    guard let envelope, let id = envelope.id else {
      throw .protocolViolation("a message that is neither a reply nor a notification")
    }
    if id == .null, let error = envelope.error { throw .refused(error) }
    guard let number = id.integer.map(RequestNumber.init), unanswered.remove(number) != nil else {
      throw .protocolViolation("a reply to a request that was not made")
    }
    switch (envelope.result, envelope.error) {
    case (let result?, nil): return .reply(number, .success(result))
    case (nil, let error?): return .reply(number, .failure(error))
    default: throw .protocolViolation("a reply with neither a result nor an error")
    }
  }
}

/// A message from the daemon by JSON-RPC: a notification has a method, a reply an identifier.
private struct Envelope: DescribedObject {
  var method: String?
  var params: JSONValue?
  var id: JSONValue?
  var result: JSONValue?
  var error: ErrorReply?

  static func members<A: Archive & ~Copyable>(
    _ it: Envelope?,
    of archive: inout A
  ) throws(A.Fault) -> Envelope {
    Envelope(
      method: try archive.optional("method", it?.method),
      params: try archive.optional("params", it?.params),
      id: try archive.optional("id", it?.id),
      result: try archive.optional("result", it?.result),
      error: try archive.optional("error", it?.error)
    )
  }
}
