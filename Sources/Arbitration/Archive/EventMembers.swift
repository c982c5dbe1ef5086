import AudioSessionTypes

/// The members of an event that is written; all are nil for one that is read.
struct EventMembers {
  /// The names of the events.
  enum Name: String, ArchivedWord {
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
