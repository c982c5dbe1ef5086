import AudioSessionClient
import AudioSessionTypes
import AudioSessionWire

extension Blocker {
  /// Decodes a blocker; nil if the value has no session number.
  init?(_ value: JSONValue) {
    guard let session = value["session"]?.integer.flatMap(UInt64.init(exactly:)) else { return nil }
    self.init(
      session: session,
      name: value["name"]?.string,
      priority: value["priority"]?.string.flatMap(Priority.init) ?? .normal
    )
  }
}

extension Refusal {
  init(_ reply: ErrorReply) {
    self.init(
      code: Int(reply.code),
      name: reply.name ?? ArbitrationError.unspecified.rawValue,
      fourCC: reply.fourCC,
      rule: reply.rule,
      cell: reply.cell,
      by: reply.by.flatMap { Blocker($0) },
      message: reply.message
    )
  }
}

extension Route {
  init(_ value: JSONValue) {
    self.init(
      inputs: (value["inputs"]?.array ?? []).map(Port.init),
      outputs: (value["outputs"]?.array ?? []).map(Port.init)
    )
  }
}

extension Route.Port {
  init(_ value: JSONValue) {
    self.init(
      type: value["portType"]?.string ?? "",
      name: value["name"]?.string ?? "",
      id: value["portID"]?.string ?? ""
    )
  }
}
