import AudioSessionClient
import AudioSessionWire

/// What one of the demo's programs says to an order.
struct Answer: Equatable {
  /// What the daemon granted; null where nothing was asked.
  var result: JSONValue = .null
  /// What it refused with.
  var refusal: JSONValue = .null
  /// What it said unasked since the last answer.
  var heard: [JSONValue] = []
  /// The connection has ended.
  var isLost = false
}

extension Answer {
  /// Makes an answer of what a request led to.
  init(_ outcome: Result<JSONValue, ClientError>) {
    switch outcome {
    case .success(let result): self.result = result
    case .failure(.refused(let reply)): refusal = reply.data
    case .failure(.disconnected): isLost = true
    case .failure(let error): refusal = .string("\(error)")
    }
  }

  /// The answer as a line.
  var line: JSONValue {
    [
      "result": result, "refusal": refusal, "heard": .array(heard), "isLost": .bool(isLost),
    ]
  }

  /// Reads a line; nil if it is no answer.
  init?(_ line: String) {
    guard let value = try? JSONValue(parsing: line), let result = value["result"],
      let refusal = value["refusal"], let heard = value["heard"]?.array,
      let isLost = value["isLost"]?.bool
    else { return nil }
    self.init(result: result, refusal: refusal, heard: heard, isLost: isLost)
  }
}
