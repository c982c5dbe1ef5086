import AudioSessionJSON
package import AudioSessionSchema

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
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionOpen?,
    of archive: inout A
  ) throws(A.Fault) -> SessionOpen {
    var open = try imagined(it, of: &archive)
    open.onBehalfOf = try archive.optional(
      "onBehalfOf",
      it?.onBehalfOf,
      .integer(1...2_147_483_647),
      """
      The process that is to own the session: one of the caller's user, or, with the grant \
      system, of any user.
      """
    )
    open.application = try archive.optional(
      "application",
      it?.application,
      .name,
      """
      The application of that process, unless a connection of its own has named one; only \
      beside onBehalfOf.
      """
    )
    open.lease = try archive.optional(
      "lease",
      it?.lease,
      "Makes the session a lease, or reopens the lease of that name."
    )
    if A.isReading { try open.check(archive) }
    return open
  }

  /// Passes the members that an imagined session has too; as ``members(_:of:)``.
  static func imagined<A: Archive & ~Copyable>(
    _ it: SessionOpen?,
    of archive: inout A
  ) throws(A.Fault) -> SessionOpen {
    var open = SessionOpen()
    open.name = try archive.optional("name", it?.name, .name, "The session's name, for people.")
    open.zone = try archive.optional(
      "zone",
      it?.zone,
      .nullable(.name),
      "The session's zone; null: none, so that it meets all sessions."
    )
    open.configuration = try ConfigurationParameters.members(it?.configuration, of: &archive)
    return open
  }

  private func check<A: Archive & ~Copyable>(_ archive: borrowing A) throws(A.Fault) {
    if let application, onBehalfOf == nil {
      let expected = "onBehalfOf beside it; hello names the caller's own application"
      throw archive.fault(of: "application", expected, .word(application))
    }
    guard let pid = onBehalfOf, lease != nil else { return }
    let expected = "no process beside a lease, which belongs to a name and a user"
    throw archive.fault(of: "onBehalfOf", expected, .json("\(pid)"))
  }

  static let specification = MethodSpecification(
    "Opens a session, inactive; a lease outlives its connection.",
    parameters: members,
    result: SessionObject.shape,
    example: #"{"name":"mpd","category":"playback","lease":{"leaseName":"radio","ttlSeconds":30}}"#
  )
}

/// The parameters of a lease.
package struct LeaseParameters: Equatable, Sendable {
  package var leaseName: String
  /// The time that the lease lasts without being renewed, 0.1…86,400 s.
  package var ttlSeconds = 30.0
}

extension LeaseParameters: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: LeaseParameters?,
    of archive: inout A
  ) throws(A.Fault) -> LeaseParameters {
    var lease = LeaseParameters(
      leaseName: try archive.member(
        "leaseName",
        it?.leaseName,
        .name,
        "The name under which it can be reopened."
      )
    )
    let seconds = try archive.optional(
      "ttlSeconds",
      it?.ttlSeconds,
      LeaseParameters.seconds,
      "The time that it lasts without being renewed; default 30."
    )
    if let seconds { lease.ttlSeconds = seconds }
    return lease
  }

  /// The range of a lease's duration.
  static let seconds = Shape.number(0.1...86_400)
}
