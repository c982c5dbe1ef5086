import AudioSessionJSON

/// One line of a client, read: a request, a batch of them, or a line that gets an error.
///
/// It owns what it has read. It is reused; a warm one allocates nothing for most lines.
package struct IncomingLine: Sendable {
  /// The replies are sent as one array; not so for a line that is wrong as a whole.
  package private(set) var isBatch = false
  /// The number of lines that were read into it, by which a batch's reader sees that this is still
  /// its line.
  package private(set) var readings: UInt64 = 0
  private var document = JSONDocument()
  /// The node of the next message; those of a batch follow one another.
  private var cursor = 0
  private var end = 0
  private var failure: RPCError?
  private var nameBytes = 0

  package init() {}

  /// Reads a line in place of the last.
  package mutating func read(_ line: Span<UInt8>, limits: Limits) {
    readings += 1
    isBatch = false
    failure = nil
    cursor = 0
    end = 0
    nameBytes = limits.nameBytes
    do {
      try document.read(line, depthLimit: limits.jsonDepth)
      try frame(limits)
    } catch {
      failure = error.rpcError(limits)
    }
  }

  /// The next message of the line, nil after the last.
  package mutating func next() -> IncomingMessage? {
    if let failure {
      self.failure = nil
      return IncomingMessage(failure: failure)
    }
    guard cursor < end else { return nil }
    let index = cursor
    cursor = document.nodes[index].next
    return document.message(at: index, nameBytes: nameBytes)
  }

  /// Passes over that many messages.
  package mutating func skip(_ count: Int) {
    for _ in 0..<count where cursor < end { cursor = document.nodes[cursor].next }
  }

  private mutating func frame(_ limits: Limits) throws(JSONError) {
    end = document.nodes.count
    guard document.nodes[0].kind == .array else { return }
    cursor = 1
    var count = 0
    var index = 1
    while index < end {
      count += 1
      index = document.nodes[index].next
    }
    if count == 0 {
      failure = .invalidRequest(expected: "at least one request in the batch")
    } else if count > limits.batchRequests {
      failure = .limitExceeded(limit: "batchRequests", value: limits.batchRequests)
    }
    isBatch = failure == nil
    if !isBatch { end = 0 }
  }
}

/// One request of a line, or the error that it gets.
package struct IncomingMessage: Equatable, Sendable {
  /// The identifier of the reply; nil: there is no reply, not even an error.
  package let id: RequestID?
  /// Nil if there is no such method, or nothing that names one.
  package let method: Method?
  package let content: Result<Request, RPCError>
}

extension IncomingMessage {
  /// Creates what stands for a line that is wrong as a whole.
  package init(failure: RPCError) {
    self.init(id: .null, method: nil, content: .failure(failure))
  }
}

extension JSONError {
  fileprivate func rpcError(_ limits: Limits) -> RPCError {
    switch self {
    case .malformed(let expected, let position): .parseError(expected: expected, at: position)
    case .tooDeep: .limitExceeded(limit: "jsonDepth", value: limits.jsonDepth)
    }
  }
}
