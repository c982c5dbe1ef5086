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

  private var writer = JSONWriter()
  private var sentBytes = 0
  private var splitter = LineSplitter(lineBytes: .max)
  private var lastID: Int64 = 0
  private var unanswered: Set<RequestNumber> = []
  private var replies: [RequestNumber: Result<JSONValue, ErrorReply>] = [:]
  private var notifications: [Notification] = []

  package init() {}

  /// Adds a request to what is to be sent.
  package mutating func request(
    _ method: Method,
    _ parameters: JSONValue = [:]
  ) -> RequestNumber {
    lastID += 1
    let number = RequestNumber(id: lastID)
    unanswered.insert(number)
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    writer.key("id")
    writer.integer(lastID)
    writer.member("method", method)
    writer.member("params", parameters)
    writer.endObject()
    writer.endLine()
    return number
  }

  /// Whether bytes wait to be sent.
  package var hasUnsent: Bool { sentBytes < writer.bytes.count }

  /// Hands the bytes that are to be sent to `send`, which says how many it took.
  package mutating func flush<Failure: Error>(
    _ send: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    let bytes = writer.bytes
    let rest = bytes.span.extracting(sentBytes...)
    let taken = try rest.withUnsafeBytes { buffer throws(Failure) in try send(buffer) }
    sentBytes += taken
    if !hasUnsent { discardUnsent() }
  }

  /// Forgets what couldn't be sent, because nobody reads any more.
  package mutating func discardUnsent() {
    writer.removeAll()
    sentBytes = 0
  }

  /// Takes what was received.
  ///
  /// - Throws: ``ClientError/protocolViolation(_:)``, or ``ClientError/refused(_:)`` where the
  ///   daemon refuses the connection as a whole; nothing more is to be expected then.
  package mutating func receive(_ bytes: Span<UInt8>) throws(ClientError) {
    splitter.append(bytes)
    while case .line(let range)? = splitter.next() {
      try take(ClientMachine.message(splitter.bytes.span.extracting(range)))
    }
  }

  /// The reply to a request, once; nil if it hasn't come.
  package mutating func takeReply(
    to number: RequestNumber
  ) -> Result<JSONValue, ErrorReply>? {
    replies.removeValue(forKey: number)
  }

  /// The oldest notification that nobody has taken.
  package mutating func takeNotification() -> Notification? {
    notifications.isEmpty ? nil : notifications.removeFirst()
  }

  private static func message(_ line: Span<UInt8>) throws(ClientError) -> JSONValue {
    do {
      return try JSONValue(parsing: line)
    } catch {
      throw .protocolViolation("a line that is not JSON (\(error))")
    }
  }

  private mutating func take(_ message: JSONValue) throws(ClientError) {
    if let method = message["method"]?.string {
      let params = message["params"] ?? [:]
      notifications.append(Notification(method: method, params: params, message: message))
    } else if let id = message["id"] {
      try takeReply(message, id)
    } else {
      throw .protocolViolation("a message that is neither a reply nor a notification")
    }
  }

  private mutating func takeReply(_ message: JSONValue, _ id: JSONValue) throws(ClientError) {
    let failure = message["error"].flatMap { ErrorReply($0) }
    if id == .null, let failure { throw .refused(failure) }
    guard let number = id.integer.map(RequestNumber.init), unanswered.remove(number) != nil else {
      throw .protocolViolation("a reply to a request that was not made")
    }
    switch (message["result"], failure) {
    case (let result?, nil): replies[number] = .success(result)
    case (nil, let failure?): replies[number] = .failure(failure)
    default: throw .protocolViolation("a reply with neither a result nor an error")
    }
  }
}
