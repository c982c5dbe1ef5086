import AudioSessionJSON
import AudioSessionSchema
import AudioSessionWire

/// What a line is answered with if every request that can be decoded is granted with `"ok"`.
func answer(to line: [UInt8], limits: Limits = Limits()) -> String {
  var incoming = IncomingLine()
  incoming.read(line.span, limits: limits)
  var writer = JSONWriter()
  var count = 0
  if incoming.isBatch { writer.beginArray() }
  while let message = incoming.next() {
    guard let id = message.id else { continue }
    count += 1
    switch message.content {
    case .success: writer.reply(to: id, "ok")
    case .failure(let error): writer.reply(to: id, failure: error)
    }
  }
  if incoming.isBatch { writer.endArray() }
  return count == 0 ? "" : String(decoding: writer.bytes, as: UTF8.self)
}

func answer(to line: String, limits: Limits = Limits()) -> String {
  answer(to: Array(line.utf8), limits: limits)
}

/// What a request with these parameters is decoded to.
func decode(_ method: String, _ params: String) -> Result<Request, RPCError>? {
  var incoming = IncomingLine()
  let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
  incoming.read(Array(line.utf8).span, limits: Limits())
  return incoming.next()?.content
}

/// What is written, as text.
@_disfavoredOverload
func written(_ value: some Described) -> String {
  String(decoding: value.jsonBytes, as: UTF8.self)
}

/// What is written, as text.
func written(_ value: some JSONEncodable) -> String {
  var writer = JSONWriter()
  value.encode(into: &writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}
