package import AudioSessionTypes

/// What a request is answered with when it fails: JSON-RPC's own errors, the daemon's, and Apple's.
package enum RPCError: Error, Equatable, Sendable {
  /// The line is no JSON: what was expected at which byte.
  case parseError(expected: String, at: Int)
  /// The message is no request: what was expected of it.
  case invalidRequest(expected: String)
  case methodNotFound(String)
  /// One parameter isn't as it should be.
  case invalidParams(ParameterFault)
  case internalError
  /// What the peer lacks, as the end of a sentence: `the grant admin`.
  case notPermitted(lacking: String)
  case noSuchSession(String)
  /// The name of the limit on the wire, and its value.
  case limitExceeded(limit: String, value: Int)
  /// The version that was asked for, nil if a method came before the right `hello`.
  case unsupportedProtocol(Int64?)
  /// Refused by a rule.
  case refused(Refusal)
}

/// A refusal by the rules, with what it rests on.
package struct Refusal: Equatable, Sendable {
  package var error: ArbitrationError
  package var rule: Rule?
  /// The square of the pair table, with R59.
  package var cell: String?
  /// The session in the way.
  package var by: Blocker?
  /// What isn't legal, for ``ArbitrationError/badParam``.
  package var fault: ParameterFault?
  /// What the process may not claim, for ``ArbitrationError/missingEntitlement``.
  package var claim: Claim?

  package init(
    _ error: ArbitrationError,
    rule: Rule? = nil,
    cell: String? = nil,
    by: Blocker? = nil,
    fault: ParameterFault? = nil,
    claim: Claim? = nil
  ) {
    self.error = error
    self.rule = rule
    self.cell = cell
    self.by = by
    self.fault = fault
    self.claim = claim
  }

  /// What takes a grant.
  package enum Claim: Equatable, Sendable {
    case priority(Priority)
    case role(String)
    /// A role that a reload has removed since the session took it.
    case removedRole(String)
  }
}

extension RPCError {
  /// The number on the wire.
  package var code: Int {
    switch self {
    case .parseError: -32700
    case .invalidRequest: -32600
    case .methodNotFound: -32601
    case .invalidParams: -32602
    case .internalError: -32603
    case .notPermitted: -32001
    case .noSuchSession: -32002
    case .limitExceeded: -32003
    case .unsupportedProtocol: -32004
    case .refused(let refusal): Int(refusal.error.code)
    }
  }

  /// The name in `data`.
  package var name: String {
    switch self {
    case .parseError: "parseError"
    case .invalidRequest: "invalidRequest"
    case .methodNotFound: "methodNotFound"
    case .invalidParams: "invalidParams"
    case .internalError: "internalError"
    case .notPermitted: "notPermitted"
    case .noSuchSession: "noSuchSession"
    case .limitExceeded: "limitExceeded"
    case .unsupportedProtocol: "unsupportedProtocol"
    case .refused(let refusal): refusal.error.rawValue
    }
  }

  /// A sentence that says what was wrong and what is expected.
  package var message: String {
    switch self {
    case .parseError(let expected, let position):
      "The line is not JSON: expected \(expected) at byte \(position)."
    case .invalidRequest(let expected): "The message is no request: expected \(expected)."
    case .methodNotFound(let name):
      "There is no method \"\(name)\"; rpc.discover lists those there are."
    case .invalidParams(let fault): fault.message
    case .internalError: "The daemon failed; its journal says how. Expected was an answer."
    case .notPermitted(let lacking): "This is not permitted: it takes \(lacking)."
    case .noSuchSession(let session):
      "There is no session \(session): expected one that is open."
    case .limitExceeded(let limit, let value):
      "The limit \(limit) is exceeded: expected at most \(value)."
    case .unsupportedProtocol(let version?):
      "Protocol \(version) is not spoken here: expected 1."
    case .unsupportedProtocol(nil):
      "The last hello named a protocol that is not spoken here: expected a hello with protocol 1."
    case .refused(let refusal): refusal.message
    }
  }
}

extension RPCError: JSONEncodable {
  /// What stands in the place of a result.
  static let members: [MemberDescription] = [
    .required("code", .integer(-32_768...2_147_483_647), "JSON-RPC's number, ours, or Apple's."),
    .required("message", .text, "What was wrong and what is expected, for people."),
    .required("data", .object(details), "The same for programs."),
  ]

  private static let details: [MemberDescription] = [
    .required("name", .text, "The error's name."),
    .optional("parameter", .text, "With invalidParams and badParam: which; inside others, a path."),
    .optional("expected", .text, "With invalidParams and badParam: what is expected of it."),
    .optional("found", .anything, "With invalidParams and badParam: what it is instead."),
    .optional("limit", .word(Limit.all.map(\.name)), "With limitExceeded: which one."),
    .optional("value", .count, "With limitExceeded: how much is permitted."),
    .optional("supported", .list(.count), "With unsupportedProtocol: the versions spoken here."),
    .optional("fourCC", .nullable(.text), "Of an arbitration error: Apple's four characters."),
    .optional("rule", .text, "Of an arbitration error: the rule that it rests on."),
    .optional("cell", .text, "The square of the pair table, with R59."),
    .optional("by", .component(.blocker), "The session in the way, if one is."),
  ]

  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("code", code)
    writer.member("message", message)
    writer.key("data")
    writer.beginObject()
    writer.member("name", name)
    encodeDetails(into: &writer)
    writer.endObject()
    writer.endObject()
  }

  private func encodeDetails(into writer: inout JSONWriter) {
    switch self {
    case .invalidParams(let fault): fault.encodeMembers(into: &writer)
    case .limitExceeded(let limit, let value):
      writer.member("limit", limit)
      writer.member("value", value)
    case .unsupportedProtocol: writer.member("supported", [1])
    case .refused(let refusal):
      writer.member("fourCC", refusal.error.fourCC)
      if let rule = refusal.rule { writer.member("rule", rule.name) }
      if let cell = refusal.cell { writer.member("cell", cell) }
      if let by = refusal.by { writer.member("by", by) }
      refusal.fault?.encodeMembers(into: &writer)
    case .parseError, .invalidRequest, .methodNotFound, .internalError, .notPermitted,
      .noSuchSession:
      break
    }
  }
}
