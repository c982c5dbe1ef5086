/// `session.open`: opens a new session, or an existing lease by its name.
package struct SessionOpen: Equatable, Sendable {
  package var name: String?
  /// Nil: the policy decides (R63).
  package var zone: NameParameter?
  /// The owning process, 1…2,147,483,647; nil: the caller's own.
  package var onBehalfOf: Int32?
  /// The application of that process, unless it has named one itself (R52).
  package var application: String?
  package var configuration = ConfigurationParameters()
  package var lease: LeaseParameters?
}

extension SessionOpen: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    name = parameters.string("name")
    zone = parameters.nameOrNull("zone")
    onBehalfOf = parameters.integer("onBehalfOf").map { Int32($0) }
    application = parameters.string("application")
    configuration = ConfigurationParameters(parameters)
    lease = parameters.object("lease").map(LeaseParameters.init)
    if let application, onBehalfOf == nil {
      let expected = "onBehalfOf beside it; hello names the caller's own application"
      throw .invalidParams(
        ParameterFault("application", expected: expected, found: .word(application))
      )
    }
    guard let pid = onBehalfOf, lease != nil else { return }
    let expected = "no process beside a lease, which belongs to a name and a user"
    throw .invalidParams(ParameterFault("onBehalfOf", expected: expected, found: .json("\(pid)")))
  }

  var request: Request { .sessionOpen(self) }

  static let specification = MethodSpecification(
    "Opens a session, inactive; a lease outlives its connection.",
    parameters: imagined + [
      .optional(
        "onBehalfOf",
        .integer(1...2_147_483_647),
        "The process that is to own the session: one of the caller's user, or, with the grant "
          + "system, of any user."
      ),
      .optional(
        "application",
        .name,
        "The application of that process, unless a connection of its own has named one; only "
          + "beside onBehalfOf."
      ),
      .optional(
        "lease",
        .object(LeaseParameters.members),
        "Makes the session a lease, or reopens the lease of that name."
      ),
    ],
    result: .component(.session),
    example: #"{"name":"mpd","category":"playback","lease":{"leaseName":"radio","ttlSeconds":30}}"#
  )

  /// The parameters that an imagined session has too.
  static let imagined: [MemberDescription] =
    [
      .optional("name", .name, "The session's name, for people."),
      .optional(
        "zone",
        .nullable(.name),
        "The session's zone; null: none, so that it meets all sessions."
      ),
    ] + ConfigurationParameters.members
}

/// The parameters of a lease.
package struct LeaseParameters: Equatable, Sendable {
  package var leaseName: String
  /// The time that the lease lasts without being renewed, 0.1…86,400 s.
  package var ttlSeconds = 30.0
}

extension LeaseParameters {
  init(_ parameters: borrowing Parameters) {
    leaseName = parameters.required(parameters.string("leaseName"))
    if let seconds = parameters.double("ttlSeconds") { ttlSeconds = seconds }
  }

  static let members: [MemberDescription] = [
    .required("leaseName", .name, "The name under which it can be reopened."),
    .optional("ttlSeconds", seconds, "The time that it lasts without being renewed; default 30."),
  ]

  /// The range of a lease's duration.
  static let seconds = Shape.number(0.1...86_400)
}
