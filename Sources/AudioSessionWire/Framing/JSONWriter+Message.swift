package import AudioSessionJSON
import AudioSessionSchema

/// The envelopes of replies; the caller ends the line, since it knows whether it is a batch.
extension JSONWriter {
  /// Writes a reply, as one value without the line's end.
  package mutating func reply(to id: RequestID, _ result: some JSONEncodable) {
    reply(to: id) { result.encode(into: &$0) }
  }

  /// Writes a reply whose result `write` appends.
  package mutating func reply(to id: RequestID, _ write: (inout JSONWriter) -> Void) {
    begin("{\"jsonrpc\":\"2.0\",\"id\":")
    id.encode(into: &self)
    key("result")
    write(&self)
    endObject()
  }

  /// Writes the error that answers a request, as one value without the line's end.
  package mutating func reply(to id: RequestID, failure error: RPCError) {
    begin("{\"jsonrpc\":\"2.0\",\"id\":")
    id.encode(into: &self)
    member("error", error)
    endObject()
  }
}

/// The result of methods that return nothing, `{}`.
package struct EmptyResult: Equatable, Sendable, EmptyObject, JSONEncodable {
  package init() {}
}
