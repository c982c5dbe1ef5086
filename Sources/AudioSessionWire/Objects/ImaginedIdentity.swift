/// Whose session an imagined one is; nil is as it is with the caller.
package struct ImaginedIdentity: Equatable, Sendable {
  /// Counts for everybody, as it does in `hello`.
  package var application: String?
  package var user: UInt32?
  package var groups: [UInt32]?
  package var unit: String?
  package var userUnit: String?
}

extension ImaginedIdentity {
  init(_ parameters: borrowing Parameters) {
    application = parameters.string("application")
    user = parameters.integer("user").map { UInt32($0) }
    groups = parameters.numbers("groups")
    unit = parameters.string("unit")
    userUnit = parameters.string("userUnit")
  }

  /// Whether it is somebody else's, by which grants are found.
  package var isAnothers: Bool {
    user != nil || groups != nil || unit != nil || userUnit != nil
  }

  /// A session that is there has an identity.
  func refuseBesideSession() throws(RPCError) {
    guard let name = firstGiven else { return }
    let expected = "nothing of the kind beside a session that is there"
    throw .invalidParams(ParameterFault(name, expected: expected, found: .words("both")))
  }

  private var firstGiven: String? {
    if application != nil { return "application" }
    if user != nil { return "user" }
    if groups != nil { return "groups" }
    if unit != nil { return "unit" }
    return userUnit == nil ? nil : "userUnit"
  }

  static let members: [MemberDescription] = [
    .optional("application", .name, "The application of the imagined session."),
    .optional(
      "user",
      .integer(0...Int64(UInt32.max)),
      "The number of its user, in no groups and no unit but those given; takes the grant admin."
    ),
    .optional(
      "groups",
      .list(.integer(0...Int64(UInt32.max)), atMost: 1024),
      "The numbers of its user's groups; takes the grant admin."
    ),
    .optional("unit", .text, "The system's unit that it runs in; takes the grant admin."),
    .optional("userUnit", .text, "The user's unit that it runs in; takes the grant admin."),
  ]
}
