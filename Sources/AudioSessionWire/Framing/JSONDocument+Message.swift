import AudioSessionJSON

/// Recognizing a request by JSON-RPC 2.0, and the identifier of its reply.
extension JSONDocument {
  /// The places of the members that JSON-RPC defines; others are ignored.
  private struct Envelope {
    var version: Int?
    var method: Int?
    var params: Int?
    var id: Int?
    /// A request with two of them has no identifier.
    var hasOneID = true
  }

  func message(at index: Int, nameBytes: Int) -> IncomingMessage {
    guard nodes[index].kind == .object else {
      let error = RPCError.invalidRequest(expected: "an object")
      return IncomingMessage(id: .null, method: nil, content: .failure(error))
    }
    let envelope = envelope(at: index)
    let id = envelope.id.flatMap { envelope.hasOneID ? requestID(at: $0) : nil }
    if let error = fault(of: envelope, at: index, id: id) {
      return IncomingMessage(id: id ?? .null, method: nil, content: .failure(error))
    }
    guard let name = envelope.method, let entry = entry(named: name, in: .shared) else {
      let error = RPCError.methodNotFound(envelope.method.map(string) ?? "")
      return IncomingMessage(id: id, method: nil, content: .failure(error))
    }
    do {
      let request = try Request(entry, self, params: envelope.params, nameBytes: nameBytes)
      return IncomingMessage(id: id, method: entry.method, content: .success(request))
    } catch {
      return IncomingMessage(id: id, method: entry.method, content: .failure(error))
    }
  }

  private func envelope(at index: Int) -> Envelope {
    var envelope = Envelope()
    var key = index + 1
    let end = nodes[index].next
    while key < end {
      let value = key + 1
      if text(at: key, equals: "jsonrpc") {
        envelope.version = value
      } else if text(at: key, equals: "method") {
        envelope.method = value
      } else if text(at: key, equals: "params") {
        envelope.params = value
      } else if text(at: key, equals: "id") {
        envelope.hasOneID = envelope.id == nil
        envelope.id = value
      }
      key = nodes[key].next
    }
    return envelope
  }

  /// The reason for which the message isn't a request; nil if it is one.
  private func fault(of envelope: Envelope, at index: Int, id: RequestID?) -> RPCError? {
    if envelope.id != nil, id == nil {
      return .invalidRequest(expected: "one id, a string, a number or null")
    }
    if let key = repeatedKey(of: envelope, at: index) {
      return .invalidRequest(expected: "the key \"\(string(at: key))\" once")
    }
    guard let version = envelope.version, nodes[version].kind == .string,
      text(at: version, equals: "2.0")
    else { return .invalidRequest(expected: "\"jsonrpc\":\"2.0\"") }
    guard let method = envelope.method, nodes[method].kind == .string else {
      return .invalidRequest(expected: "a string as method")
    }
    guard let params = envelope.params else { return nil }
    let kind = nodes[params].kind
    guard kind == .object || kind == .array else {
      return .invalidRequest(expected: "an object as params")
    }
    return nil
  }

  /// A repeated key of the message, ignored members included, `params` excluded.
  private func repeatedKey(of envelope: Envelope, at index: Int) -> Int? {
    guard !repeatedKeys.isEmpty else { return nil }
    let params = envelope.params.map { $0..<nodes[$0].next } ?? 0..<0
    return repeatedKeys.filter { key in
      (index..<nodes[index].next).contains(key) && !params.contains(key)
    }.min()
  }
}
