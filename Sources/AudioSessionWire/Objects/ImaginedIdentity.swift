package import AudioSessionSchema

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
  /// The owner is somebody other than the caller, whose grants have to be looked up.
  package var isAnothers: Bool {
    user != nil || groups != nil || unit != nil || userUnit != nil
  }

  /// The first member that is given; a session that exists has an identity, so that none may be.
  var firstGiven: String? {
    if application != nil { return "application" }
    if user != nil { return "user" }
    if groups != nil { return "groups" }
    if unit != nil { return "unit" }
    if userUnit != nil { return "userUnit" }
    return hasAllGrants ? "allGrants" : nil
  }
}

extension ImaginedIdentity: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: ImaginedIdentity?,
    of archive: inout A
  ) throws(A.Fault) -> ImaginedIdentity {
    var identity = ImaginedIdentity()
    identity.application = try archive.optional(
      "application",
      it?.application,
      .name,
      "The imagined session's application."
    )
    identity.user = try archive.optional(
      "user",
      it?.user,
      .integer(0...Int64(UInt32.max)),
      """
      The number of its user, in no groups and no unit but those given; requires the grant admin.
      """
    )
    identity.groups = try archive.optional(
      "groups",
      it?.groups,
      .list(.integer(0...Int64(UInt32.max)), atMost: 1024),
      "The numbers of its user's groups; requires the grant admin."
    )
    identity.unit = try archive.optional(
      "unit",
      it?.unit,
      "The system's unit that it runs in; requires the grant admin."
    )
    identity.userUnit = try archive.optional(
      "userUnit",
      it?.userUnit,
      "The user's unit that it runs in; requires the grant admin."
    )
    identity.hasAllGrants =
      try archive.optional(
        "allGrants",
        it.map { $0.hasAllGrants },
        "Whether it has all grants; default false."
      ) ?? false
    return identity
  }
}
