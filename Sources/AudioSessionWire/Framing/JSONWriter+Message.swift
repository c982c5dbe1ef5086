/// The envelopes of replies; the caller ends the line, since it knows whether it is a batch.
extension JSONWriter {
  /// Writes a reply, as one value without the line's end.
  package mutating func reply(to id: RequestID, _ result: some JSONEncodable) {
    beginReply(to: id)
    result.encode(into: &self)
    endObject()
  }

  /// Writes the error that answers a request, as one value without the line's end.
  package mutating func reply(to id: RequestID, failure error: RPCError) {
    beginObject()
    member("jsonrpc", "2.0")
    member("id", id)
    member("error", error)
    endObject()
  }

  /// Begins a reply whose result is written next, as one value, before ``endObject()``.
  private mutating func beginReply(to id: RequestID) {
    beginObject()
    member("jsonrpc", "2.0")
    member("id", id)
    key("result")
  }
}

/// The result of methods that return nothing, `{}`.
package struct EmptyResult: Equatable, Sendable, JSONEncodable {
  package init() {}

  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}
