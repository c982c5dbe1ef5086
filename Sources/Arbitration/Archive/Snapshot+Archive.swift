package import AudioSessionSchema
import AudioSessionTypes

extension Snapshot: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Snapshot?,
    of archive: inout A
  ) throws(A.Fault) -> Snapshot {
    Snapshot(
      policy: try archive.member("policy", value?.policy),
      seq: try archive.member("seq", value?.seq),
      roleNames: try archive.list("roleNames", value?.roleNames),
      activations: try archive.member("activations", value?.activations),
      policySince: try archive.member("policySince", value?.policySince),
      announcedDeadline: try archive.optional("announcedDeadline", value?.announcedDeadline),
      sessions: try archive.list("sessions", value?.sessions),
      claims: try archive.list("claims", value?.claims),
      pending: try archive.list("pending", value?.pending),
      formerTitles: try archive.list("formerTitles", value?.formerTitles),
      muted: try archive.list("microphoneMuted", value?.muted),
      sleeping: try archive.list("sleeping", value?.sleeping),
      silenced: try archive.list("silenced", value?.silenced),
      suspended: try archive.list("suspended", value?.suspended),
      machineRoute: try archive.member("machineRoute", value?.machineRoute),
      userRoutes: try archive.list("userRoutes", value?.userRoutes)
    )
  }
}

extension Snapshot.Claim: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Snapshot.Claim?,
    of archive: inout A
  ) throws(A.Fault) -> Snapshot.Claim {
    Snapshot.Claim(
      blocker: try archive.member("blocker", value?.blocker),
      waiting: try archive.member("waiting", value?.waiting),
      reason: try archive.member("reason", value?.reason),
      since: try archive.member("since", value?.since)
    )
  }
}

extension Snapshot.Suspension: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Snapshot.Suspension?,
    of archive: inout A
  ) throws(A.Fault) -> Snapshot.Suspension {
    Snapshot.Suspension(
      process: try archive.member("process", value?.process),
      reporters: try archive.list("reporters", value?.reporters)
    )
  }
}

extension UserRouteReport: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: UserRouteReport?,
    of archive: inout A
  ) throws(A.Fault) -> UserRouteReport {
    UserRouteReport(
      user: try archive.member("user", value?.user),
      route: try archive.member("route", value?.route),
      connection: try archive.member("connection", value?.connection)
    )
  }
}
