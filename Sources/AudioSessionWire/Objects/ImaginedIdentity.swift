/// The owner of an imagined session; what is nil is the caller's.
package struct ImaginedIdentity: Equatable, Sendable {
  /// Anybody may name one, as in `hello`.
  package var application: String?
  package var user: UInt32?
  package var groups: [UInt32]?
  package var unit: String?
  package var userUnit: String?
  /// Whether it has all grants; what it could do with them is no secret.
  package var hasAllGrants = false
}

extension ImaginedIdentity {
  init(_ parameters: borrowing Parameters) {
    application = parameters.string("application")
    user = parameters.integer("user").map { UInt32($0) }
    groups = parameters.numbers("groups")
    unit = parameters.string("unit")
    userUnit = parameters.string("userUnit")
    hasAllGrants = parameters.bool("allGrants") ?? false
  }

  /// The owner is somebody other than the caller, whose grants have to be looked up.
  package var isAnothers: Bool {
    user != nil || groups != nil || unit != nil || userUnit != nil
  }

  /// Refuses an identity for a session that exists, which has one.
  func refuseBesideSession() throws(RPCError) {
    guard let name = firstGiven else { return }
    let expected = "either session or \(name)"
    throw .invalidParams(ParameterFault(name, expected: expected, found: .words("both")))
  }

  private var firstGiven: String? {
    if application != nil { return "application" }
    if user != nil { return "user" }
    if groups != nil { return "groups" }
    if unit != nil { return "unit" }
    if userUnit != nil { return "userUnit" }
    return hasAllGrants ? "allGrants" : nil
  }

  static let members: [MemberDescription] = [
    .optional("application", .name, "The imagined session's application."),
    .optional(
      "user",
      .integer(0...Int64(UInt32.max)),
      "The number of its user, in no groups and no unit but those given; requires the grant admin."
    ),
    .optional(
      "groups",
      .list(.integer(0...Int64(UInt32.max)), atMost: 1024),
      "The numbers of its user's groups; requires the grant admin."
    ),
    .optional("unit", .text, "The system's unit that it runs in; requires the grant admin."),
    .optional("userUnit", .text, "The user's unit that it runs in; requires the grant admin."),
    .optional("allGrants", .boolean, "Whether it has all grants; default false."),
  ]
}
