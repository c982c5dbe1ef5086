/// `hello`: agrees on the protocol, identifies the client, and chooses its notifications.
package struct Hello: Equatable, Sendable {
  package var name: String?
  /// The application of the sessions opened from now on, which other processes can share (R52).
  package var application: String?
  /// The last epoch that the client knew.
  package var epoch: String?
  /// The client also receives lifecycle notifications.
  package var wantsLifecycle = false

  /// The additions to the interface since version 1.0.
  fileprivate static let features = [
    "cause.blocker", "decision.at", "decision.closed", "events.record", "log.closed",
    "policy.roles", "policy.sources", "session.application", "session.leaseName",
    "session.onBehalfOf", "session.open.application", "session.role", "session.zone",
    "simulate.allGrants", "simulate.configuration", "simulate.identity", "system.ownReports",
    "system.silenced",
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
    "Agrees on the protocol and identifies the client; optional, and may be repeated at any time.",
    parameters: [
      .required("protocol", .integer(1...1), "The version that the client speaks, 1."),
      .optional("name", .name, "The client's name."),
      .optional(
        "application",
        .name,
        "The application of the sessions opened from now on, shared with the user's other "
          + "processes that name the same; none if omitted."
      ),
      .optional("epoch", .text, "The last epoch that the client knew."),
      .optional("events", .list(.choice(["lifecycle"])), "Further notifications to send."),
    ],
    result: .object(HelloResult.members),
    example: #"{"protocol":1,"name":"mpd","events":["lifecycle"]}"#
  )
}

/// The process at the other end of a connection, as the daemon sees it.
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
}

extension Peer: RowEncodable {
  package static let rows: [Row<Peer>] = [
    .required("pid", .nullable(.count), "The process; null if the daemon can't see it.", \.pid),
    .required("uid", .count, "Its user.", \.uid),
    .required("gid", .count, "Its group.", \.gid),
    .required("comm", .nullable(.text), "Its name in the kernel.", \.comm),
    .required("unit", .nullable(.text), "The system's unit that it runs in.", \.unit),
    .required("userUnit", .nullable(.text), "The user's unit that it runs in.", \.userUnit),
  ]
}

/// The result of `hello`.
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

extension HelloResult: RowEncodable {
  package static let rows: [Row<HelloResult>] = [
    .required("protocol", .integer(1...1), "The protocol's version.") { _ in 1 },
    .required("features", .list(.text), "The additions since version 1.0.") { _ in Hello.features },
    .object(
      "server",
      [
        .required("name", .text, "The daemon's name.", \.serverName),
        .required("version", .text, "The daemon's version.", \.version),
      ],
      "The program that answers."
    ),
    .required("epoch", .text, "The daemon's current epoch.", \.epoch),
    .required("peer", .object(Peer.members), "The client as the daemon sees it.", \.peer),
    .required(
      "grants",
      .list(.text),
      "The grants that the client holds, and the roles above normal that it may take.",
      \.grants
    ),
    .required("limits", .component(.limits), "The limits that apply to this client.", \.limits),
  ]
}
