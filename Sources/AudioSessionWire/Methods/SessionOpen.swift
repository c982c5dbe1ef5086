/// `session.open`: a new session, or a lease by the name that it has.
package struct SessionOpen: Equatable, Sendable {
  package var name: String?
  /// Nil: the policy decides (R63).
  package var zone: NameParameter?
  /// The process whose session it is to be, 1…2,147,483,647; nil: the caller's own.
  package var onBehalfOf: Int32?
  package var configuration = ConfigurationParameters()
  package var lease: LeaseParameters?
}

extension SessionOpen: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    name = parameters.string("name")
    zone = parameters.nameOrNull("zone")
    onBehalfOf = parameters.integer("onBehalfOf").map { Int32($0) }
    configuration = ConfigurationParameters(parameters)
    lease = parameters.object("lease").map(LeaseParameters.init)
    guard let pid = onBehalfOf, lease != nil else { return }
    let expected = "no process beside a lease, which belongs to a name and a user"
    throw .invalidParams(ParameterFault("onBehalfOf", expected: expected, found: .json("\(pid)")))
  }

  var request: Request { .sessionOpen(self) }

  static let specification = MethodSpecification(
    "Opens a session, inactive; one that is a lease outlives its connection.",
    parameters: imagined + [
      .optional(
        "onBehalfOf",
        .integer(1...2_147_483_647),
        "The process whose session it is to be: one of the caller's user, or, with the grant "
          + "system, of anybody's."
      ),
      .optional(
        "lease",
        .object(LeaseParameters.members),
        "Makes it a lease, or opens that again."
      ),
    ],
    result: .component(.session),
    example: #"{"name":"mpd","category":"playback","lease":{"leaseName":"radio","ttlSeconds":30}}"#
  )

  /// The parameters that an imagined session has too.
  static let imagined: [MemberDescription] =
    [
      .optional("name", .name, "What people are to call it."),
      .optional("zone", .nullable(.name), "The zone that it is in; null: none, it meets all."),
    ] + ConfigurationParameters.members
}

/// The lease that a session is to be.
package struct LeaseParameters: Equatable, Sendable {
  package var leaseName: String
  /// 0.1…86,400.
  package var ttlSeconds = 30.0
}

extension LeaseParameters {
  init(_ parameters: borrowing Parameters) {
    leaseName = parameters.required(parameters.string("leaseName"))
    if let seconds = parameters.double("ttlSeconds") { ttlSeconds = seconds }
  }

  static let members: [MemberDescription] = [
    .required("leaseName", .name, "The name under which it is found again."),
    .optional("ttlSeconds", seconds, "How long it lasts without being renewed; initially 30."),
  ]

  /// How long a lease may last.
  static let seconds = Shape.number(0.1...86_400)
}
