import AudioSessionJSON
package import AudioSessionSchema

/// `hello`: agrees on the protocol, identifies the client, and chooses its notifications.
package struct Hello: Equatable, Sendable {
  package var name: String?
  /// The application of the sessions opened from now on, which other processes can share (R52).
  package var application: String?
  /// The last epoch that the client knew.
  package var epoch: String?
  /// The client also receives lifecycle notifications.
  package var wantsLifecycle = false
}

/// An addition to the interface since version 1.0, in alphabetical order.
///
/// The raw value is the name on the wire.
package enum Feature: String, DescribedWord, Sendable, BitwiseCopyable {
  case causeBlocker = "cause.blocker"
  case decisionAt = "decision.at"
  case decisionClosed = "decision.closed"
  case eventsRecord = "events.record"
  case logClosed = "log.closed"
  case policyProfile = "policy.profile"
  case policyRoles = "policy.roles"
  case policySetDuckGain = "policy.setDuckGain"
  case policySources = "policy.sources"
  case routeHardware = "route.hardware"
  case sessionApplication = "session.application"
  case sessionLeaseName = "session.leaseName"
  case sessionMutes = "session.mutes"
  case sessionOnBehalfOf = "session.onBehalfOf"
  case sessionOpenApplication = "session.open.application"
  case sessionPorts = "session.ports"
  case sessionRole = "session.role"
  case sessionZone = "session.zone"
  case simulateAllGrants = "simulate.allGrants"
  case simulateConfiguration = "simulate.configuration"
  case simulateIdentity = "simulate.identity"
  case systemOwnReports = "system.ownReports"
  case systemSilenced = "system.silenced"
}

extension Hello: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: Hello?,
    of archive: inout A
  ) throws(A.Fault) -> Hello {
    _ = try archive.member(
      "protocol",
      it.map { _ in 1 },
      .integer(1...1),
      "The version that the client speaks, 1."
    )
    var hello = Hello()
    hello.name = try archive.optional("name", it?.name, .name, "The client's name.")
    hello.application = try archive.optional(
      "application",
      it?.application,
      .name,
      """
      The application of the sessions opened from now on, shared with the user's other \
      processes that name the same; none if omitted.
      """
    )
    hello.epoch = try archive.optional(
      "epoch",
      it?.epoch,
      .text,
      "The last epoch that the client knew."
    )
    let events = try archive.optional(
      "events",
      it.flatMap { $0.wantsLifecycle ? [Event.lifecycle] : nil },
      .list(.choice(of: Event.self)),
      "Further notifications to send."
    )
    hello.wantsLifecycle = events?.isEmpty == false
    return hello
  }

  private enum Event: String, DescribedWord {
    case lifecycle
  }

  /// Refuses another version before all else is judged: the rest may mean something else there.
  static func checkProtocol(_ document: JSONDocument, params: Int) throws(RPCError) {
    let version = document.member("protocol", of: params).flatMap(document.integer)
    if let version, version != 1 { throw .unsupportedProtocol(version) }
  }

  static let specification = MethodSpecification(
    "Agrees on the protocol and identifies the client; optional, and may be repeated at any time.",
    parameters: members,
    result: HelloResult.shape,
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

extension Peer: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: Peer?,
    of archive: inout A
  ) throws(A.Fault) -> Peer {
    Peer(
      pid: try archive.nullable(
        "pid",
        it.map { $0.pid },
        .count,
        "The process; null if the daemon can't see it."
      ),
      uid: try archive.member("uid", it?.uid, "Its user."),
      gid: try archive.member("gid", it?.gid, "Its group."),
      comm: try archive.nullable("comm", it.map { $0.comm }, "Its name in the kernel."),
      unit: try archive.nullable("unit", it.map { $0.unit }, "The system's unit that it runs in."),
      userUnit: try archive.nullable(
        "userUnit",
        it.map { $0.userUnit },
        "The user's unit that it runs in."
      )
    )
  }
}

/// The result of `hello`.
package struct HelloResult: Equatable, Sendable {
  package var features: [Feature]
  package var server: ServerObject
  package var epoch: Epoch
  package var peer: Peer
  /// Names of grants, and of roles above normal.
  package var grants: [String]
  package var limits: Limits

  package init(
    features: [Feature] = Feature.allCases,
    server: ServerObject,
    epoch: Epoch,
    peer: Peer,
    grants: [String],
    limits: Limits
  ) {
    self.features = features
    self.server = server
    self.epoch = epoch
    self.peer = peer
    self.grants = grants
    self.limits = limits
  }
}

/// The program that answers.
package struct ServerObject: Equatable, Sendable {
  package var name: String
  package var version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

extension ServerObject: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: ServerObject?,
    of archive: inout A
  ) throws(A.Fault) -> ServerObject {
    ServerObject(
      name: try archive.member("name", it?.name, "The daemon's name."),
      version: try archive.member("version", it?.version, "The daemon's version.")
    )
  }
}

extension HelloResult: DescribedObject, JSONEncodable {
  package static var unsent: HelloResult? {
    HelloResult(
      features: [],
      server: ServerObject(name: "?", version: "?"),
      epoch: Epoch(high: 0, low: 0),
      peer: Peer(pid: nil, uid: 0, gid: 0, comm: nil, unit: nil, userUnit: nil),
      grants: [],
      limits: Limits()
    )
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: HelloResult?,
    of archive: inout A
  ) throws(A.Fault) -> HelloResult {
    _ = try archive.member(
      "protocol",
      it.map { _ in 1 },
      .integer(1...1),
      "The protocol's version."
    )
    return HelloResult(
      features: try archive.member(
        "features",
        it?.features,
        .list(.text),
        "The additions since version 1.0."
      ),
      server: try archive.member("server", it?.server, "The program that answers."),
      epoch: try archive.member("epoch", it?.epoch, "The daemon's current epoch."),
      peer: try archive.member("peer", it?.peer, "The client as the daemon sees it."),
      grants: try archive.member(
        "grants",
        it?.grants,
        "The grants that the client holds, and the roles above normal that it may take."
      ),
      limits: try archive.member("limits", it?.limits, "The limits that apply to this client.")
    )
  }
}
