package import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionTypes

/// The error that a failed request gets: one of JSON-RPC, of the daemon, or of Apple.
package indirect enum RPCError: Error, Equatable, Sendable {
  /// The line isn't JSON; says what was expected, and at which byte.
  case parseError(expected: String, at: Int)
  /// The message isn't a request by JSON-RPC; says what was expected.
  case invalidRequest(expected: String)
  case methodNotFound(String)
  /// A parameter is missing, unknown or wrong.
  case invalidParams(MemberFault)
  case internalError
  /// Says what the request requires, as the end of a sentence: `the grant admin`.
  case notPermitted(lacking: String)
  case noSuchSession(String)
  /// The name of the limit on the wire, and its value.
  case limitExceeded(limit: String, value: Int)
  /// The version in `hello`; nil if a later method follows such a `hello`.
  case unsupportedProtocol(Int64?)
  /// Refused by a rule.
  case refused(RPCRefusal)
}

/// A refusal by the rules, with what it rests on.
package struct RPCRefusal: Equatable, Sendable {
  package var error: ArbitrationError
  package var rule: Rule?
  /// The square of the pair table, with R59.
  package var cell: String?
  /// The session that prevents it.
  package var by: BlockerObject?
  /// The invalid parameter, with ``ArbitrationError/badParam``.
  package var fault: MemberFault?
  /// The priority or role that requires a grant, with ``ArbitrationError/missingEntitlement``.
  package var claim: Claim?

  package init(
    _ error: ArbitrationError,
    rule: Rule? = nil,
    cell: String? = nil,
    by: BlockerObject? = nil,
    fault: MemberFault? = nil,
    claim: Claim? = nil
  ) {
    self.error = error
    self.rule = rule
    self.cell = cell
    self.by = by
    self.fault = fault
    self.claim = claim
  }

  /// A priority or role that requires a grant.
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

  /// A sentence that says what is wrong and what is expected.
  package var message: String {
    switch self {
    case .parseError(let expected, let position):
      "The line is not JSON: expected \(expected) at byte \(position)."
    case .invalidRequest(let expected): "Invalid request: expected \(expected)."
    case .methodNotFound(let name):
      "There is no method \"\(name)\"; rpc.discover lists all methods."
    case .invalidParams(let fault): fault.message
    case .internalError: "Internal error; see the daemon's journal."
    case .notPermitted(let lacking): "Not permitted: this requires \(lacking)."
    case .noSuchSession(let session):
      "There is no session \(session): expected one that is open."
    case .limitExceeded(let limit, let value):
      "The limit \(limit) is exceeded: expected at most \(value)."
    case .unsupportedProtocol(let version?):
      "Protocol \(version) is not supported: expected 1."
    case .unsupportedProtocol(nil):
      "The last hello named an unsupported protocol: expected a hello with protocol 1."
    case .refused(let refusal): refusal.message
    }
  }
}

extension RPCError: JSONEncodable {
  package func encode(into writer: inout JSONWriter) { ErrorReply(self).encode(into: &writer) }
}
