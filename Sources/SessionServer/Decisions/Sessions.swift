import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// All sessions: what the arbiter decides about them, what they are called, and how each is shown.
///
/// It answers and hands out nothing of its own, and it can't be copied by accident: a class that
/// stored the arbiter itself would copy it for each call of a method. Only a trial gets a copy.
struct Sessions: ~Copyable {
  private var arbiter: Arbiter
  /// What they are called, and whose they are.
  private(set) var names = Names()
  private var scopes = Scopes()
  private var routes = RouteReports()
  /// The routes before the event that is being carried out; nil: the same as now.
  private var formerRoutes: RouteReports?
  /// The session that a trial imagines: on the wire it has the number 0.
  private var imagined: SessionID?

  init(under policy: Policy) { arbiter = Arbiter(policy: policy) }

  /// The same sessions a second time, for trying something out.
  ///
  /// - Parameter imagined: The number of a session that will be opened in the copy only.
  /// - Returns: The copy.
  func copy(imagining imagined: SessionID?) -> Sessions {
    var copy = Sessions(under: Policy())
    copy.arbiter = arbiter
    copy.names = names
    copy.scopes = scopes
    copy.routes = routes
    copy.imagined = imagined
    return copy
  }

  /// The number of the latest decision.
  var seq: UInt64 { arbiter.seq }
  var counts: Counts { arbiter.counts }
  /// The names of all kinds that ever were in force.
  var kindNames: KindNames { arbiter.kindNames }
  /// All sessions, by number.
  var ids: [SessionID] { arbiter.sessionIDs }
}

/// Decisions, and what has to be noted before and after one.
extension Sessions {
  /// Applies an event; what the latest one closed is forgotten now.
  mutating func apply(_ event: Event, at now: Instant, into decision: inout Decision) {
    names.forgetClosed()
    arbiter.apply(event, at: now, into: &decision)
  }

  /// All that was told of the event has been told.
  mutating func finishEvent() { if formerRoutes != nil { formerRoutes = nil } }

  /// The scope of a session that is about to be opened; its names are in use from now on.
  mutating func useScope(_ identity: SessionIdentity, orElse own: ApplicationID) -> Scope {
    scopes.use(identity.applicationName, identity.zone, orElse: own)
  }

  /// The session wasn't opened, or is closed: it needs its application's and zone's names no longer.
  mutating func releaseScope(_ identity: SessionIdentity) {
    scopes.release(identity.applicationName, identity.zone)
  }

  /// A connection uses the name of an application, or another one than before.
  mutating func use(
    _ application: ApplicationName?,
    insteadOf former: ApplicationName?
  ) {
    // The new one first: the same name again keeps its number.
    if let application { scopes.use(application) }
    if let former { scopes.release(former, nil) }
  }

  /// The scope of what only asks: a name that nobody uses is one that meets nobody's.
  func scope(
    of application: ApplicationName?,
    _ zone: String?,
    orElse own: ApplicationID
  ) -> Scope {
    scopes.scope(of: application, zone, orElse: own)
  }

  /// The session is the connection's from now on: newly opened, or a lease taken over.
  ///
  /// - Returns: Whose it was before; nil if it is new.
  mutating func assign(
    _ id: SessionID,
    _ identity: SessionIdentity,
    to connection: ConnectionID?
  ) -> Names.Entry? {
    let former = names[id]
    names.add(id, identity, on: connection)
    return former
  }

  /// A lease goes on without its opener.
  mutating func detach(_ id: SessionID) { names.detach(id) }

  /// The session is closed: its names are free, and it can be named until the next event.
  mutating func close(_ id: SessionID) -> Names.Entry? {
    guard let entry = names[id] else { return nil }
    releaseScope(entry.identity)
    names.close(id)
    return entry
  }

  /// Takes in what is reported of the route.
  ///
  /// - Returns: All that the rules ask of the route, and why it changed; without a reason, what is
  ///   known already is no change (R44).
  mutating func set(
    _ route: Route,
    by reporter: Reporter,
    _ reason: RouteChangeReason?
  ) -> (summary: RouteSummary, reason: RouteChangeReason?) {
    let reason = reason ?? route.reason(after: routes.route(of: reporter))
    if formerRoutes == nil { formerRoutes = routes }
    return (routes.set(route, by: reporter), reason)
  }

  /// A connection has ended: what it told of single users' routes goes with it (R60).
  mutating func takeBackRoutes(of connection: ConnectionID) {
    guard routes.hasReports(of: connection) else { return }
    if formerRoutes == nil { formerRoutes = routes }
    routes.takeBack(connection)
  }
}

/// Whose sessions are whose.
extension Sessions {
  func isOpen(_ id: SessionID) -> Bool { arbiter.isOpen(id) }

  /// The session's identity; one that the latest event closed still has it.
  func identity(of id: SessionID) -> SessionIdentity? { names[id]?.identity }

  /// The session's identity, nil unless it is open.
  func identity(ofOpen id: SessionID) -> SessionIdentity? { isOpen(id) ? identity(of: id) : nil }

  /// The connection that gets the session's notifications.
  func connection(of id: SessionID) -> ConnectionID? { names[id]?.connection }
}

/// What is known of the system and of single sessions, in the core's words.
extension Sessions {
  func view(of id: SessionID) -> SessionView? { arbiter.view(of: id) }

  func explanations(of id: SessionID) -> [Explanation] { arbiter.explanations(of: id) }

  /// What a request names, in the core's words, and what it names that there is none of (R4).
  func change(
    _ parameters: ConfigurationParameters
  ) -> (change: ConfigurationChange, unknownValue: ParameterFault?) {
    arbiter.change(parameters)
  }

  /// R46: whether a system sound would be silent.
  func silencesSystemSounds(in scope: Scope, of user: UserID) -> Bool {
    arbiter.silencesSystemSounds(in: scope, of: user)
  }

  /// The system as it is for a user's sessions.
  func system(for user: UserID) -> SystemResult {
    SystemResult(
      route: routes[user],
      microphoneMuted: arbiter.isMicrophoneMuted(for: user),
      sleeping: arbiter.isSleeping(for: user),
      silenced: arbiter.isSilenced(for: user)
    )
  }
}

/// Sessions as they are shown on the wire.
extension Sessions {
  /// The session's number on the wire.
  func number(_ id: SessionID) -> UInt64 { id == imagined ? 0 : id.number }

  /// A session as `viewer` may see it; one that the latest event closed can still be seen.
  func object(_ id: SessionID, for viewer: Viewer, at now: Instant) -> SessionObject? {
    guard let view = view(of: id), let identity = identity(of: id) else { return nil }
    var object = SessionObject(
      view,
      identity,
      duckers: duckers(of: id),
      blockers: blockers(of: id),
      names: arbiter.kindNames,
      for: viewer,
      at: now,
      seq: arbiter.seq
    )
    object.session = number(id)
    return object
  }

  /// All sessions by number.
  func objects(for viewer: Viewer, at now: Instant) -> [SessionObject] {
    var objects: [SessionObject] = []
    for id in ids { if let object = object(id, for: viewer, at: now) { objects.append(object) } }
    return objects
  }

  /// What the log keeps of a session that changed.
  func change(of id: SessionID) -> LoggedChange? {
    guard let view = view(of: id), let identity = identity(of: id) else { return nil }
    return LoggedChange(
      view: view,
      identity: identity,
      duckers: duckers(of: id),
      blockers: blockers(of: id)
    )
  }

  /// What an owner is told of its gain.
  func ducking(_ id: SessionID, _ gain: Double, _ ramp: Duration) -> SessionDucking {
    let duckers = duckers(of: id)
    return SessionDucking(
      session: number(id),
      gain: gain,
      duckedBy: duckers.listed,
      duckedByLeftOut: duckers.leftOut,
      rampMilliseconds: ramp.inMilliseconds
    )
  }

  /// The session that is in somebody's way, as `viewer` may see it.
  func blocker(_ id: SessionID, for viewer: Viewer) -> Blocker? {
    guard let view = view(of: id) else { return nil }
    let shown = viewer.sees(view.owner.user) ? identity(of: id) : nil
    return Blocker(
      session: number(id),
      name: shown?.name,
      priority: view.configuration.priority,
      alias: shown?.leaseName ?? shown?.peer.comm
    )
  }

  /// Whom enforcers are to hold and to lower, by number; `ramp`: how long a change takes.
  func enforcementTargets(ramp: (SessionID) -> Duration) -> [EnforcementTarget] {
    var ids: [SessionID] = []
    arbiter.enforced(into: &ids)
    var targets: [EnforcementTarget] = []
    for id in ids {
      guard let view = view(of: id), let identity = identity(of: id) else { continue }
      let target = EnforcementTarget(
        session: number(id),
        pid: view.isOrphaned ? nil : identity.peer.pid,
        uid: view.owner.user.number,
        gain: view.gain,
        held: view.state == .interrupted,
        rampMilliseconds: ramp(id).inMilliseconds
      )
      targets.append(target)
    }
    return targets
  }

  /// The routes of a session's owner before and after the event.
  func routes(of id: SessionID) -> (former: Route, current: Route)? {
    guard let user = identity(of: id)?.peer.user else { return nil }
    return ((formerRoutes ?? routes)[user], routes[user])
  }

  /// The session's activation: what was told in an earlier one doesn't count any more.
  func activation(of id: SessionID) -> UInt64 { arbiter.activation(of: id) }

  /// A refusal of `event`, with what its sentence needs beside the error and the rule.
  func refusal(
    _ refused: DecisionSummary.Refused,
    of event: Event?,
    unknownValue: ParameterFault?,
    for viewer: Viewer
  ) -> RPCError {
    var by: Blocker?
    if let id = refused.by { by = blocker(id, for: viewer) }
    let details = Refusal(refused, by: by, of: event, unknownValue: unknownValue, in: arbiter)
    return .refused(details)
  }

  /// The sessions that duck this one, as far as they are listed.
  private func duckers(of id: SessionID) -> SessionNumbers {
    var list: [SessionID] = []
    let leftOut = arbiter.duckers(of: id, into: &list, limit: SessionObject.listLimit)
    return numbers(list, leftOut)
  }

  /// The sessions that this one waits for, as far as they are listed.
  private func blockers(of id: SessionID) -> SessionNumbers {
    var list: [SessionID] = []
    let leftOut = arbiter.blockers(of: id, into: &list, limit: SessionObject.listLimit)
    return numbers(list, leftOut)
  }

  private func numbers(_ list: [SessionID], _ leftOut: Int) -> SessionNumbers {
    var numbers = SessionNumbers(leftOut: leftOut)
    for id in list { numbers.listed.append(number(id)) }
    return numbers
  }
}
