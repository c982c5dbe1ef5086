/// `hello`: what version is spoken, who one is, what one wants to hear.
package struct Hello: Equatable, Sendable {
  package var name: String?
  /// What the sessions opened from now on are parts of, beside those of other processes (R52).
  package var application: String?
  /// The epoch that the client knew last.
  package var epoch: String?
  /// Whether lifecycle notifications are wanted too; false if `events` isn't there.
  package var wantsLifecycle = false

  /// What was added since version 1.0 of the interface.
  package static let features = [
    "decision.closed", "log.closed", "policy.roles", "policy.sources", "session.application",
    "session.leaseName", "session.onBehalfOf", "session.role", "session.zone",
    "simulate.configuration", "simulate.identity", "system.ownReports", "system.silenced",
  ]
}

extension Hello: RequestBody {
  init(_ parameters: borrowing Parameters) {
    name = parameters.string("name")
    application = parameters.string("application")
    epoch = parameters.string("epoch")
    wantsLifecycle = parameters.hasElements("events")
  }

  /// Refuses another version before all else is judged: the rest may mean something else there.
  static func checkProtocol(_ document: JSONDocument, params: Int) throws(RPCError) {
    let version = document.member("protocol", of: params).flatMap(document.integer)
    if let version, version != 1 { throw .unsupportedProtocol(version) }
  }

  var request: Request { .hello(self) }

  static let specification = MethodSpecification(
    "Agrees on the protocol and tells who is who; optional, and may be said again at any time.",
    parameters: [
      .required("protocol", .integer(1...1), "The version that the client speaks, 1."),
      .optional("name", .name, "What the client calls itself."),
      .optional(
        "application",
        .name,
        "Sessions opened from now on count as one application with those of the user's other "
          + "processes that name the same; none if left out."
      ),
      .optional("epoch", .text, "The epoch that it knew last."),
      .optional("events", .list(.choice(["lifecycle"])), "Kinds of notifications wanted besides."),
    ],
    result: .object(result),
    example: #"{"protocol":1,"name":"mpd","events":["lifecycle"]}"#
  )

  private static let result: [MemberDescription] = [
    .required("protocol", .integer(1...1), "The version that is spoken."),
    .required("features", .list(.text), "What was added since 1.0."),
    .required(
      "server",
      .object([
        .required("name", .text, "The daemon's name."),
        .required("version", .text, "The daemon's version."),
      ]),
      "Who answers."
    ),
    .required("epoch", .text, "The daemon's present life."),
    .required("peer", .object(Peer.members), "Whom the daemon sees."),
    .required("grants", .list(.text), "What the client may: grants, and roles above normal."),
    .required("limits", .component(.limits), "What is taken from it at most."),
  ]
}

/// Who the daemon sees at the other end of a connection.
package struct Peer: Equatable, Sendable {
  /// Nil if the daemon can't see the process.
  package var pid: Int32?
  package var uid: UInt32
  package var gid: UInt32
  package var comm: String?
  package var unit: String?
  package var userUnit: String?

  package init(
    pid: Int32?,
    uid: UInt32,
    gid: UInt32,
    comm: String?,
    unit: String?,
    userUnit: String?
  ) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
    self.comm = comm
    self.unit = unit
    self.userUnit = userUnit
  }

  static let members: [MemberDescription] = [
    .required("pid", .nullable(.count), "The process, null if it can't be seen."),
    .required("uid", .count, "Its user."),
    .required("gid", .count, "Its group."),
    .required("comm", .nullable(.text), "Its name, by the kernel."),
    .required("unit", .nullable(.text), "The system's unit that it runs in."),
    .required("userUnit", .nullable(.text), "The user's unit that it runs in."),
  ]
}

extension Peer: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("pid", pid.map(Int.init))
    writer.member("uid", Int(uid))
    writer.member("gid", Int(gid))
    writer.member("comm", comm)
    writer.member("unit", unit)
    writer.member("userUnit", userUnit)
    writer.endObject()
  }
}

/// What `hello` is answered with.
package struct HelloResult: Equatable, Sendable {
  package var serverName: String
  package var version: String
  package var epoch: Epoch
  package var peer: Peer
  /// Names of grants, and of roles above normal.
  package var grants: [String]
  package var limits: Limits

  package init(
    serverName: String,
    version: String,
    epoch: Epoch,
    peer: Peer,
    grants: [String],
    limits: Limits
  ) {
    self.serverName = serverName
    self.version = version
    self.epoch = epoch
    self.peer = peer
    self.grants = grants
    self.limits = limits
  }
}

extension HelloResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("protocol", 1)
    writer.member("features", Hello.features)
    writer.key("server")
    writer.beginObject()
    writer.member("name", serverName)
    writer.member("version", version)
    writer.endObject()
    writer.member("epoch", epoch)
    writer.member("peer", peer)
    writer.member("grants", grants)
    writer.member("limits", limits)
    writer.endObject()
  }
}
