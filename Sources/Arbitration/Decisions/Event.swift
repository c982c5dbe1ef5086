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
    case .setRoute(let route, let reason, let reporter):
      setRoute(route, reason, reporter, &decision)
    case .reload(let policy): reload(policy, &decision)
    case .timePassed: passTime(&decision)
    }
  }
}

/// A route, as far as the rules ask.
package struct RouteSummary: Equatable, Sendable, BitwiseCopyable {
  /// Routes with the same number are the same; 0 is the route without ports, in force until the
  /// first report.
  package var number: UInt64
  /// An input is the built-in microphone, or no input is known (R43).
  package var hasBuiltInMicrophone: Bool

  package init(number: UInt64, hasBuiltInMicrophone: Bool) {
    self.number = number
    self.hasBuiltInMicrophone = hasBuiltInMicrophone
  }

  /// The route in force until the first report.
  package static let unknown = RouteSummary(number: 0, hasBuiltInMicrophone: true)
}

/// The connection that reports something of the system, and the user it speaks for (R60).
package struct Reporter: Equatable, Sendable, BitwiseCopyable {
  package var connection: ConnectionID
  /// The user whose sessions the report concerns; nil: everybody's.
  package var user: UserID?

  package init(connection: ConnectionID, user: UserID?) {
    self.connection = connection
    self.user = user
  }
}
