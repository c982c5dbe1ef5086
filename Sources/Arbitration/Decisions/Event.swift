package import AudioSessionSchema
package import AudioSessionTypes

/// An event that the arbiter decides about.
///
/// The shell has checked its form and the caller's rights (R2): a session that an event names is
/// open, or the program ends, and is the caller's to operate. Legality (R4), grants (R3) and limits
/// (R54) are judged here, in the protocol's order.
package enum Event: Equatable, Sendable {
  /// The daemon begins an epoch. It is the first decision, so that a reset has a number (R49).
  case started
  // The three that are large are kept apart, so that every other event is small.
  indirect case open(Opening)
  indirect case reopen(Reopening)
  indirect case configure(SessionID, ConfigurationChange, grants: Grants)
  /// `ifSeq`: the latest notification that the client has read (R33). `notifyOthers`: was given,
  /// and means nothing here (R6).
  case activate(SessionID, grants: Grants, ifSeq: UInt64? = nil, notifyOthers: Bool = false)
  case deactivate(SessionID, notifyOthers: Bool)
  case report(SessionID, Report)
  /// Extends a lease to `lease` from now; nil: to the length that it was last given.
  case renew(SessionID, lease: Duration?)
  case close(SessionID)
  case evict(SessionID)
  /// A connection ended: its `sessions` end in one decision, and its reports are taken back (R48,
  /// R60). `orphaned`: the leases of its process, if that ended with it; reports about the process
  /// end, too.
  case connectionEnded(ConnectionID, sessions: [SessionID], orphaned: [SessionID] = [])
  /// A process ended apart from its connections, if it had any: the `sessions` that others opened
  /// on its behalf end in one decision, and its leases are `orphaned` (R48).
  case processEnded(sessions: [SessionID] = [], orphaned: [SessionID] = [])
  /// The microphone is muted in hardware, or no longer (R43).
  case setMicrophoneMuted(Bool, Reporter)
  /// The machine is about to sleep, or awake again (R50).
  case setSleeping(Bool, Reporter)
  /// The silent switch is on, or off (R62).
  case setSilenced(Bool, Reporter)
  /// A living process is suspended, or runs again (R47).
  case setSuspended(ProcessID, Bool, Reporter)
  /// The user has muted these of the session's streams, as a connection reports (R68). `wantsUnmute`:
  /// the user has acted to hear what the session's program has muted.
  case setMutedByUser(SessionID, SoundDirections, wantsUnmute: Bool, ConnectionID)
  /// The route of the sessions that the reporter speaks for (R40, R44, R60). Without a reason their
  /// owners know it already, and nobody is told.
  case setRoute(RouteSummary, RouteChangeReason?, Reporter)
  /// A new policy is in force (R61).
  indirect case reload(Policy)
  /// A deadline may have passed. One decision ends one lease or offer at most; `Effect.wake` says
  /// when to send this again.
  case timePassed
}

extension Arbiter {
  /// Sends the event to its rule.
  mutating func handle(_ event: Event, _ decision: inout Decision) {
    switch event {
    case .started:
      decision.draft.isNumbered = true
      decision.note(.R49)
    case .open(let opening): open(opening, &decision)
    case .reopen(let reopening): reopen(reopening, &decision)
    case .configure(let id, let change, let grants): configure(id, change, grants, &decision)
    case .activate(let id, let grants, let ifSeq, let notifyOthers):
      if notifyOthers { decision.note(.R6) }
      activate(id, grants, ifSeq, &decision)
    case .deactivate(let id, let notifyOthers): deactivate(id, notifyOthers, &decision)
    case .report(let id, let report): self.report(id, report, &decision)
    case .renew(let id, let lease): renew(id, lease, &decision)
    case .close(let id): close(id, nil, &decision)
    case .evict(let id): close(id, .evicted, &decision)
    case .connectionEnded(let connection, let sessions, let orphaned):
      endSessions(sessions, orphaning: orphaned, &decision)
      takeBackReports(of: connection, &decision)
    case .processEnded(let sessions, let orphaned):
      endSessions(sessions, orphaning: orphaned, &decision)
    case .setMicrophoneMuted(let isMuted, let reporter):
      setCondition(.microphoneMuted, isMuted, reporter, &decision)
    case .setSleeping(let isSleeping, let reporter):
      setCondition(.sleeping, isSleeping, reporter, &decision)
    case .setSilenced(let isSilenced, let reporter):
      setCondition(.silenced, isSilenced, reporter, &decision)
    case .setSuspended(let process, let isSuspended, let reporter):
      setSuspended(process, isSuspended, reporter, &decision)
    case .setMutedByUser(let id, let muted, let wantsUnmute, let reporter):
      muteByUser(id, muted, wantsUnmute: wantsUnmute, reporter, &decision)
    case .setRoute(let route, let reason, let reporter):
      setRoute(route, reason, reporter, &decision)
    case .reload(let policy): reload(policy, &decision)
    case .timePassed: passTime(&decision)
    }
  }
}

extension Event {
  /// The session whose configuration has to be legal and granted for it, with the change that it
  /// requests; nil: it is about no configuration.
  package var change: (of: SessionID, ConfigurationChange)? {
    switch self {
    case .open(let opening): (opening.id, opening.change)
    case .reopen(let reopening): (reopening.id, reopening.change)
    case .configure(let id, let change, _): (id, change)
    case .activate(let id, _, _, _): (id, ConfigurationChange())
    case .started, .deactivate, .report, .renew, .close, .evict, .connectionEnded, .processEnded,
      .setMicrophoneMuted, .setSleeping, .setSilenced, .setSuspended, .setMutedByUser, .setRoute,
      .reload, .timePassed:
      nil
    }
  }
}

extension Arbiter {
  /// What an event would have to be for the arbiter to accept it; nil if it does.
  ///
  /// The daemon keeps these conditions; a file that was edited may not.
  package func objection(to event: Event) -> String? {
    switch event {
    case .open(let opening): view(of: opening.id) == nil ? nil : "a session that is new"
    case .reopen(let reopening): objection(toLease: reopening.id)
    case .renew(let id, _): objection(toLease: id)
    case .configure(let id, _, _), .activate(let id, _, _, _), .deactivate(let id, _),
      .report(let id, _), .close(let id), .evict(let id), .setMutedByUser(let id, _, _, _):
      isOpen(id) ? nil : "a session that is open"
    case .connectionEnded(_, let ended, let orphaned), .processEnded(let ended, let orphaned):
      Set(ended + orphaned).count == ended.count + orphaned.count
        && (ended + orphaned).allSatisfy(isOpen) ? nil : "sessions that are open, each once"
    case .started, .setMicrophoneMuted, .setSleeping, .setSilenced, .setSuspended, .setRoute,
      .reload, .timePassed:
      nil
    }
  }

  private func objection(toLease id: SessionID) -> String? {
    isOpen(id) && view(of: id)?.lease != nil ? nil : "a lease that is open"
  }
}

/// How recordings have an event.
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
    case .setMutedByUser: return try mute(it, &archive)
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

  private static func mute<A: Archive & ~Copyable>(
    _ it: EventMembers,
    _ archive: inout A
  ) throws(A.Fault) -> Event {
    .setMutedByUser(
      try archive.member("session", it.session),
      try archive.member("muted", it.muted, usually: []),
      wantsUnmute: try archive.member("wantsUnmute", it.wantsUnmute, usually: false),
      try archive.member("connection", it.connection)
    )
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
    case setSuspended, setMutedByUser, setRoute, reload, timePassed
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
  var muted: SoundDirections?
  var wantsUnmute: Bool?
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
    case .setMutedByUser(let id, let muted, let wantsUnmute, let connection):
      (name, session, self.muted) = (.setMutedByUser, id, muted)
      (self.wantsUnmute, self.connection) = (wantsUnmute, connection)
    case .setRoute(let route, let reason, let reporter):
      (name, self.route, self.reason, self.reporter) = (.setRoute, route, reason, reporter)
    case .reload(let policy): (name, self.policy) = (.reload, policy)
    case .timePassed: name = .timePassed
    }
  }
}
