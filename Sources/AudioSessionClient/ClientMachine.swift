package import AudioSessionWire

/// One conversation with the daemon, without the connection: bytes in, replies and notifications
/// out, and the bytes that are to be sent.
///
/// Lines may have any length and come in any pieces. Replies wait until they are asked for, so that
/// requests may be on their way together; notifications wait in the order in which they came.
package struct ClientMachine: Sendable {
  /// A request that was made, by the id that its reply will bear.
  package struct RequestNumber: Hashable, Sendable {
    fileprivate let id: Int64
  }

  /// What the daemon said unasked.
  package struct Notification: Equatable, Sendable {
    package let method: String
    package let params: JSONValue
    /// The whole message as it came.
    package let message: JSONValue
  }

  /// What the daemon said, in the order in which it came.
  package enum Message: Equatable, Sendable {
    case reply(RequestNumber, Result<JSONValue, ErrorReply>)
    case notification(Notification)
  }

  private var writer = JSONWriter()
  private var sentBytes = 0
  private var splitter = LineSplitter(lineBytes: .max)
  private var lastID: Int64 = 0
  private var unanswered: Set<RequestNumber> = []
  private var replies: [RequestNumber: Result<JSONValue, ErrorReply>] = [:]
  private var notifications = Queue<Notification>()

  package init() {}

  /// Adds a request to what is to be sent.
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

  /// Adds a request that isn't answered to what is to be sent.
  package mutating func notify(_ method: Method, _ parameters: JSONValue = [:]) {
    write(method, parameters, id: nil)
  }

  private mutating func write(_ method: Method, _ parameters: JSONValue, id: Int64?) {
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
  }

  /// Whether bytes wait to be sent.
  package var hasUnsent: Bool { sentBytes < writer.bytes.count }

  /// Hands the bytes that are to be sent to `send`, which says how many it took.
  package mutating func flush<Failure: Error>(
    _ send: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    // Not by a variable of their own: the bytes would have two owners and be copied when forgotten.
    sentBytes += try writer.bytes.span.extracting(sentBytes...).withUnsafeBytes {
      buffer throws(Failure) in try send(buffer)
    }
    if !hasUnsent { discardUnsent() }
  }

  /// Forgets what couldn't be sent, because nobody reads any more.
  package mutating func discardUnsent() {
    writer.removeAll()
    sentBytes = 0
  }

  /// Takes what was received, and keeps replies and notifications apart.
  ///
  /// - Throws: ``ClientError/protocolViolation(_:)``, or ``ClientError/refused(_:)`` where the
  ///   daemon refuses the connection as a whole; nothing more is to be expected then.
  package mutating func receive(_ bytes: Span<UInt8>) throws(ClientError) {
    append(bytes)
    while let message = try nextMessage() {
      switch message {
      case .reply(let number, let result): replies[number] = result
      case .notification(let notification): notifications.append(notification)
      }
    }
  }

  /// Takes what was received, for ``nextMessage()``.
  package mutating func append(_ bytes: Span<UInt8>) { splitter.append(bytes) }

  /// The oldest message that nobody has taken, for whom replies and notifications are one stream.
  ///
  /// - Returns: Nil if no whole message waits.
  /// - Throws: As ``receive(_:)``.
  package mutating func nextMessage() throws(ClientError) -> Message? {
    guard case .line(let range)? = splitter.next() else { return nil }
    return try message(ClientMachine.value(splitter.bytes.span.extracting(range)))
  }

  /// The reply to a request, once; nil if it hasn't come.
  package mutating func takeReply(
    to number: RequestNumber
  ) -> Result<JSONValue, ErrorReply>? {
    replies.removeValue(forKey: number)
  }

  /// The oldest notification that nobody has taken.
  package mutating func takeNotification() -> Notification? { notifications.takeFirst() }

  private static func value(_ line: Span<UInt8>) throws(ClientError) -> JSONValue {
    do {
      return try JSONValue(parsing: line)
    } catch {
      throw .protocolViolation("a line that is not JSON (\(error.sentence))")
    }
  }

  private mutating func message(_ message: JSONValue) throws(ClientError) -> Message {
    if let method = message["method"]?.string {
      let params = message["params"] ?? [:]
      return .notification(Notification(method: method, params: params, message: message))
    }
    guard let id = message["id"] else {
      throw .protocolViolation("a message that is neither a reply nor a notification")
    }
    return try reply(message, id)
  }

  private mutating func reply(
    _ message: JSONValue,
    _ id: JSONValue
  ) throws(ClientError) -> Message {
    let failure = message["error"].flatMap { ErrorReply($0) }
    if id == .null, let failure { throw .refused(failure) }
    guard let number = id.integer.map(RequestNumber.init), unanswered.remove(number) != nil else {
      throw .protocolViolation("a reply to a request that was not made")
    }
    switch (message["result"], failure) {
    case (let result?, nil): return .reply(number, .success(result))
    case (nil, let failure?): return .reply(number, .failure(failure))
    default: throw .protocolViolation("a reply with neither a result nor an error")
    }
  }
}
