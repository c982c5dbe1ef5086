/// `session.open`: a new session, or a lease by the name that it has.
package struct SessionOpen: Equatable, Sendable {
  package var name: String?
  package var configuration: ConfigurationParameters
  package var lease: LeaseParameters?

  package init(
    name: String? = nil,
    configuration: ConfigurationParameters = ConfigurationParameters(),
    lease: LeaseParameters? = nil
  ) {
    self.name = name
    self.configuration = configuration
    self.lease = lease
  }

  init(_ parameters: borrowing Parameters) {
    name = parameters.string("name")
    configuration = ConfigurationParameters(parameters)
    lease = parameters.object("lease").map(LeaseParameters.init)
  }

  static let description = MethodDescription(
    "Opens a session, inactive; one that is a lease outlives its connection.",
    parameters: imagined + [
      .optional("lease", .object(LeaseParameters.members), "Makes it a lease, or opens that again.")
    ],
    result: .component(.session),
    example: #"{"name":"mpd","category":"playback","lease":{"leaseName":"radio","ttlSeconds":30}}"#
  )

  /// The parameters that an imagined session has too.
  static let imagined: [MemberDescription] =
    [.optional("name", .name, "What people are to call it.")] + ConfigurationParameters.members
}

/// The lease that a session is to be.
package struct LeaseParameters: Equatable, Sendable {
  package var leaseName: String
  /// 0.1…86,400.
  package var ttlSeconds: Double

  package init(leaseName: String, ttlSeconds: Double = 30) {
    self.leaseName = leaseName
    self.ttlSeconds = ttlSeconds
  }

  init(_ parameters: borrowing Parameters) {
    leaseName = parameters.required(parameters.string("leaseName"))
    ttlSeconds = parameters.double("ttlSeconds") ?? 30
  }

  static let members: [MemberDescription] = [
    .required("leaseName", .name, "The name under which it is found again."),
    .optional("ttlSeconds", seconds, "How long it lasts without being renewed; initially 30."),
  ]

  /// How long a lease may last.
  static let seconds = Shape.number(0.1...86_400)
}
