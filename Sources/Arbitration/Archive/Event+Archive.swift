package import AudioSessionSchema
import AudioSessionTypes

extension Event: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Event?,
    of archive: inout A
  ) throws(A.Fault) -> Event {
    let it = EventMembers(value)
    switch try archive.member("event", it.name) {
    case .started: return .started
    case .open: return .open(try archive.member("opening", it.opening))
    case .reopen: return .reopen(try archive.member("reopening", it.reopening))
    case .configure:
      return .configure(
        try archive.member("session", it.session),
        try archive.member("change", it.change),
        grants: try archive.member("grants", it.grants)
      )
    case .activate:
      return .activate(
        try archive.member("session", it.session),
        grants: try archive.member("grants", it.grants),
        ifSeq: try archive.optional("ifSeq", it.ifSeq),
        notifyOthers: try archive.member("notifyOthers", it.notifyOthers, usually: false)
      )
    case .deactivate:
      return .deactivate(
        try archive.member("session", it.session),
        notifyOthers: try archive.member("notifyOthers", it.notifyOthers, usually: false)
      )
    case .report:
      let id = try archive.member("session", it.session)
      return .report(id, try archive.member("report", it.report))
    case .renew:
      let id = try archive.member("session", it.session)
      return .renew(id, lease: try archive.optional("lease", it.lease))
    case .close: return .close(try archive.member("session", it.session))
    case .evict: return .evict(try archive.member("session", it.session))
    case .connectionEnded:
      return .connectionEnded(
        try archive.member("connection", it.connection),
        sessions: try archive.list("sessions", it.sessions),
        orphaned: try archive.list("orphaned", it.orphaned)
      )
    case .processEnded:
      let sessions = try archive.list("sessions", it.sessions)
      return .processEnded(sessions: sessions, orphaned: try archive.list("orphaned", it.orphaned))
    case .setMicrophoneMuted:
      let (holds, reporter) = try condition(it, &archive)
      return .setMicrophoneMuted(holds, reporter)
    case .setSleeping:
      let (holds, reporter) = try condition(it, &archive)
      return .setSleeping(holds, reporter)
    case .setSilenced:
      let (holds, reporter) = try condition(it, &archive)
      return .setSilenced(holds, reporter)
    case .setSuspended:
      let (holds, reporter) = try condition(it, &archive)
      return .setSuspended(try archive.member("process", it.process), holds, reporter)
    case .setRoute:
      return .setRoute(
        try archive.member("route", it.route),
        try archive.optional("reason", it.reason),
        try archive.member("reporter", it.reporter)
      )
    case .reload: return .reload(try archive.member("policy", it.policy))
    case .timePassed: return .timePassed
    }
  }

  /// Whether a condition of the system holds, and who says so.
  private static func condition<A: Archive & ~Copyable>(
    _ it: EventMembers,
    _ archive: inout A
  ) throws(A.Fault) -> (holds: Bool, reporter: Reporter) {
    (try archive.member("holds", it.holds), try archive.member("reporter", it.reporter))
  }
}

/// The members of an event that is written; all are nil for one that is read.
private struct EventMembers {
  /// The names of the events.
  enum Name: String, DescribedWord {
    case started, open, reopen, configure, activate, deactivate, report, renew, close, evict
    case connectionEnded, processEnded, setMicrophoneMuted, setSleeping, setSilenced
    case setSuspended, setRoute, reload, timePassed
  }

  var name: Name?
  var session: SessionID?
  var opening: Opening?
  var reopening: Reopening?
  var change: ConfigurationChange?
  var grants: Grants?
  var ifSeq: UInt64?
  var notifyOthers: Bool?
  var report: Report?
  var lease: Duration?
  var connection: ConnectionID?
  var sessions: [SessionID]?
  var orphaned: [SessionID]?
  var holds: Bool?
  var reporter: Reporter?
  var process: ProcessID?
  var route: RouteSummary?
  var reason: RouteChangeReason?
  var policy: Policy?

  init(_ event: Event?) {
    switch event {
    case nil: break
    case .started: name = .started
    case .open(let opening): (name, self.opening) = (.open, opening)
    case .reopen(let reopening): (name, self.reopening) = (.reopen, reopening)
    case .configure(let id, let change, let grants):
      (name, session, self.change, self.grants) = (.configure, id, change, grants)
    case .activate(let id, let grants, let ifSeq, let notifyOthers):
      (name, session, self.grants) = (.activate, id, grants)
      (self.ifSeq, self.notifyOthers) = (ifSeq, notifyOthers)
    case .deactivate(let id, let notifyOthers):
      (name, session, self.notifyOthers) = (.deactivate, id, notifyOthers)
    case .report(let id, let report): (name, session, self.report) = (.report, id, report)
    case .renew(let id, let lease): (name, session, self.lease) = (.renew, id, lease)
    case .close(let id): (name, session) = (.close, id)
    case .evict(let id): (name, session) = (.evict, id)
    case .connectionEnded(let connection, let sessions, let orphaned):
      (name, self.connection) = (.connectionEnded, connection)
      (self.sessions, self.orphaned) = (sessions, orphaned)
    case .processEnded(let sessions, let orphaned):
      (name, self.sessions, self.orphaned) = (.processEnded, sessions, orphaned)
    case .setMicrophoneMuted(let holds, let reporter):
      (name, self.holds, self.reporter) = (.setMicrophoneMuted, holds, reporter)
    case .setSleeping(let holds, let reporter):
      (name, self.holds, self.reporter) = (.setSleeping, holds, reporter)
    case .setSilenced(let holds, let reporter):
      (name, self.holds, self.reporter) = (.setSilenced, holds, reporter)
    case .setSuspended(let process, let holds, let reporter):
      (name, self.process) = (.setSuspended, process)
      (self.holds, self.reporter) = (holds, reporter)
    case .setRoute(let route, let reason, let reporter):
      (name, self.route, self.reason, self.reporter) = (.setRoute, route, reason, reporter)
    case .reload(let policy): (name, self.policy) = (.reload, policy)
    case .timePassed: name = .timePassed
    }
  }
}
