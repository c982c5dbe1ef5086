package import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionTypes

/// An error that the daemon replies with.
package struct ErrorReply: Error, Equatable, Sendable {
  /// The number, of JSON-RPC, of this interface or of Apple.
  package var code: Int32
  /// For people.
  package var message: String
  /// For programs; nil from another program than this daemon.
  package var data: Details?

  /// What is wrong, in parts; each error has its own.
  package struct Details: Equatable, Sendable {
    package var name: String
    package var parameter: String?
    package var expected: String?
    package var found: WrittenValue?
    package var limit: String?
    package var value: Int?
    private var supported: [Int]?
    /// Null for an error that has no four characters.
    package var fourCC: Nullable<String>?
    package var rule: Rule?
    package var cell: String?
    package var by: BlockerObject?

    package init(name: String) { self.name = name }
  }

  package init(_ error: RPCError) {
    self.init(code: Int32(error.code), message: error.message, data: Details(error))
  }

  package init(code: Int32, message: String, data: Details? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }
}

/// Details that most errors don't have.
extension ErrorReply {
  /// The error's name, such as `insufficientPriority` or `notPermitted`.
  package var name: String? { data?.name }
  /// Apple's four-character code, for an error of arbitration.
  package var fourCC: String? { data?.fourCC?.value }
  /// The rule that refused, such as `R10`.
  package var rule: String? { data?.rule?.name }
  /// With R59, the cell of the pair table.
  package var cell: String? { data?.cell }
  /// The session that prevents it.
  package var by: BlockerObject? { data?.by }
}

extension ErrorReply.Details {
  fileprivate init(_ error: RPCError) {
    self.init(name: error.name)
    switch error {
    case .invalidParams(let fault): set(fault)
    case .limitExceeded(let limit, let value):
      self.limit = limit
      self.value = value
    case .unsupportedProtocol: supported = [1]
    case .refused(let refusal):
      fourCC = Nullable(value: refusal.error.fourCC)
      rule = refusal.rule
      cell = refusal.cell
      by = refusal.by
      if let fault = refusal.fault { set(fault) }
    case .parseError, .invalidRequest, .methodNotFound, .internalError, .notPermitted,
      .noSuchSession:
      break
    }
  }

  private mutating func set(_ fault: MemberFault) {
    parameter = fault.place
    expected = fault.expected
    found = fault.written
  }
}

extension ErrorReply: DescribedObject, JSONEncodable {
  package static var component: String? { "Error" }

  package static func members<A: Archive & ~Copyable>(
    _ it: ErrorReply?,
    of archive: inout A
  ) throws(A.Fault) -> ErrorReply {
    ErrorReply(
      code: try archive.member(
        "code",
        it?.code,
        .integer(-32_768...2_147_483_647),
        "The number, of JSON-RPC, of this interface or of Apple."
      ),
      message: try archive.member(
        "message",
        it?.message,
        "What is wrong and what is expected, for people."
      ),
      // Another program than this daemon may send none.
      data: try archive.pass("data", it?.data, isRequired: true, nil, "The same for programs.")
    )
  }
}

extension ErrorReply.Details: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ given: ErrorReply.Details?,
    of archive: inout A
  ) throws(A.Fault) -> ErrorReply.Details {
    var it = ErrorReply.Details(name: try archive.member("name", given?.name, "The error's name."))
    // With a refusal, what it rests on comes first.
    let isRefusal = given?.fourCC != nil
    if !isRefusal { try it.passFault(given, of: &archive) }
    it.limit = try archive.optional(
      "limit",
      given?.limit,
      .word(Limit.all.map { $0.name } + [Limits.enforcersPerUser.name]),
      "With limitExceeded: the limit."
    )
    it.value = try archive.optional("value", given?.value, "With limitExceeded: its value.")
    it.supported = try archive.optional(
      "supported",
      given?.supported,
      "With unsupportedProtocol: the supported versions."
    )
    it.fourCC = try archive.optional(
      "fourCC",
      given?.fourCC,
      "With an arbitration error: Apple's four characters."
    )
    it.rule = try archive.optional(
      "rule",
      given?.rule,
      "With an arbitration error: the rule it rests on."
    )
    it.cell = try archive.optional("cell", given?.cell, "The square of the pair table, with R59.")
    it.by = try archive.optional("by", given?.by, "The session that prevents it, if one does.")
    if isRefusal { try it.passFault(given, of: &archive) }
    return it
  }

  private mutating func passFault<A: Archive & ~Copyable>(
    _ given: ErrorReply.Details?,
    of archive: inout A
  ) throws(A.Fault) {
    parameter = try archive.optional(
      "parameter",
      given?.parameter,
      "With invalidParams and badParam: the parameter; a path if it is inside others."
    )
    expected = try archive.optional(
      "expected",
      given?.expected,
      "With invalidParams and badParam: what is expected."
    )
    found = try archive.optional(
      "found",
      given?.found,
      "With invalidParams and badParam: what was found."
    )
  }
}
