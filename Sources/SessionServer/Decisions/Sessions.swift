import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import Synchronization

/// All sessions: the arbiter's state, their names, and how each is shown.
///
/// The arbiter stays private, and the type can't be copied by accident: a class that stored the
/// arbiter itself would copy it for each call of a method. Only a simulation gets a copy.
struct Sessions: ~Copyable {
  private var arbiter: Arbiter
  /// The sessions' names and owners.
  private(set) var names: Names
  private var scopes = Scopes()
  private var routes = RouteReports()
  private(set) var ports = PortNames()
  /// The routes before the current event; nil if they haven't changed.
  private var formerRoutes: RouteReports?
  private let latestDuckers = LatestDuckers()
  let latestRoutes = LatestRoutes()
  /// The session that exists only in the simulation; on the wire it has the number 0.
  private var imagined: SessionID?
  /// Has all this passed by its address, where each call of a method would copy a thousand bytes.
  private let isInPlace = Atomic(true)

  /// - Parameters:
  ///   - policy: The policy in force.
  ///   - count: The highest session number used before.
  init(under policy: Policy, after count: UInt64 = 0) {
    arbiter = Arbiter(policy: policy)
    names = Names(after: count)
  }

  /// Copies the sessions for a simulation.
  ///
  /// - Parameter imagined: The number of a session that will be opened only in the copy.
  /// - Returns: The copy.
  func copy(imagining imagined: SessionID?) -> Sessions {
    var copy = Sessions(under: Policy())
    copy.arbiter = arbiter
    copy.names = names
    copy.scopes = scopes
    copy.routes = routes
    copy.ports = PortNames(ports)
    copy.imagined = imagined
    return copy
  }

  /// The number of the latest decision.
  var seq: UInt64 { arbiter.seq }
  var counts: Counts { arbiter.counts }
  /// The names of all kinds that have ever been in force.
  var kindNames: KindNames { arbiter.kindNames }
  var snapshot: Snapshot { arbiter.snapshot }
  /// All sessions, by number.
  var ids: [SessionID] { arbiter.sessionIDs }
}

/// Decisions, and the bookkeeping before and after each.
extension Sessions {
  /// Applies an event, and forgets the sessions that the previous one closed.
  mutating func apply(_ event: Event, at now: Instant, into decision: inout Decision) {
    names.forgetClosed()
    arbiter.apply(event, at: now, into: &decision)
  }

  /// Ends an event after all its notifications were sent.
  mutating func finishEvent() { if formerRoutes != nil { formerRoutes = nil } }

  /// Returns the scope of a session about to be opened, and marks its names as in use.
  mutating func useScope(_ identity: SessionIdentity, orElse own: ApplicationID) -> Scope {
    scopes.use(identity.applicationName, identity.zone, orElse: own)
  }

  /// Releases the application and zone names of a session that wasn't opened or has closed.
  mutating func releaseScope(_ identity: SessionIdentity) {
    scopes.release(identity.applicationName, identity.zone)
  }

  /// Sets the application of the sessions that a client opens from now on; nil means none.
  mutating func name(_ application: String?, of client: some Client) {
    scopes.name(application, of: client)
  }

  /// Returns a scope without marking its names as in use; an unused name matches no session's.
  func scope(
    of application: ApplicationName?,
    _ zone: String?,
    orElse own: ApplicationID
  ) -> Scope {
    scopes.scope(of: application, zone, orElse: own)
  }

  /// Assigns a session, newly opened or a lease taken over, to a connection.
  ///
  /// - Returns: The previous entry; nil if the session is new.
  mutating func assign(
    _ id: SessionID,
    _ identity: SessionIdentity,
    to connection: ConnectionID?
  ) -> Names.Entry? {
    let former = names[id]
    names.add(id, identity, on: connection)
    return former
  }

  /// Detaches a lease from its opener.
  mutating func detach(_ id: SessionID) { names.detach(id) }

  /// Closes a session and releases its names; its identity is kept until the next event.
  mutating func close(_ id: SessionID) -> Names.Entry? {
    guard let entry = names[id] else { return nil }
    releaseScope(entry.identity)
    names.close(id)
    return entry
  }

  /// Applies a reported route.
  ///
  /// - Returns: The properties of the route that the rules depend on, and why it changed; a known
  ///   route reported without a reason is no change (R44).
  /// - Throws: If there is no room for it.
  mutating func set(
    _ route: RouteObject,
    by reporter: Reporter,
    _ reason: RouteChangeReason?
  ) throws(RPCError) -> (summary: RouteSummary, reason: RouteChangeReason?) {
    let reason = reason ?? route.reason(after: routes.route(of: reporter))
    let (former, summary) = (routes, try routes.set(ReportedRoute(route), by: reporter))
    if formerRoutes == nil { formerRoutes = former }
    return (summary, reason)
  }

  /// Removes the routes of single users that an ended connection reported (R60).
  mutating func takeBackRoutes(of connection: ConnectionID) {
    guard routes.hasReports(of: connection) else { return }
    if formerRoutes == nil { formerRoutes = routes }
    routes.takeBack(connection)
  }
}

/// The state of the system and of single sessions, in the core's types.
extension Sessions {
  func isOpen(_ id: SessionID) -> Bool { arbiter.isOpen(id) }

  func view(of id: SessionID) -> SessionView? { arbiter.view(of: id) }

  func explanations(of id: SessionID) -> [Explanation] { arbiter.explanations(of: id) }

  /// Returns the requested change in the core's types, and a value that doesn't exist, if any (R4).
  func change(
    _ parameters: ConfigurationParameters
  ) -> (change: ConfigurationChange, unknownValue: MemberFault?) {
    arbiter.change(parameters)
  }

  /// Returns whether a system sound would be silent (R46).
  func silencesSystemSounds(in scope: Scope, of user: UserID) -> Bool {
    arbiter.silencesSystemSounds(in: scope, of: user)
  }

  /// Returns the state of the system for a user's sessions.
  func system(for user: UserID) -> SystemResult<WrittenValue> {
    SystemResult(
      route: routes[user].text,
      microphoneMuted: arbiter.isMicrophoneMuted(for: user),
      sleeping: arbiter.isSleeping(for: user),
      silenced: arbiter.isSilenced(for: user)
    )
  }
}

/// The ports that sessions prefer.
extension Sessions {
  /// Returns the number of a port's name, for a report about to be applied.
  func number(ofPort name: String?) -> UInt64 {
    ports.number(of: name, used: arbiter.preferredInputs)
  }
}

/// Sessions as represented on the wire.
extension Sessions {
  /// Returns the session's number on the wire.
  func number(_ id: SessionID) -> UInt64 { id == imagined ? 0 : id.number }

  /// Returns the notification of a session's gain to its owner.
  func ducking(_ id: SessionID, _ gain: Double, _ ramp: Duration) -> SessionDucking {
    let duckers = duckers(of: id, arbiter.duckerTally(of: id))
    return SessionDucking(
      session: number(id),
      gain: gain,
      duckedBy: duckers.listed,
      duckedByLeftOut: duckers.leftOut,
      rampMilliseconds: ramp.inMilliseconds
    )
  }

  /// Returns the sessions to hold or lower, by number, each with the ramp that the latest decision
  /// gives it.
  func enforcementTargets(
    of decision: borrowing Decision,
    under policy: Policy
  ) -> [EnforcementTarget] {
    var ramps: [SessionID: Duration] = [:]
    for case (.ducking(let id, _, _, let ramp), _) in decision.effects { ramps[id] = ramp }
    var ids: [SessionID] = []
    arbiter.enforced(into: &ids)
    var targets: [EnforcementTarget] = []
    for id in ids {
      guard let view = view(of: id), let identity = identity(of: id) else { continue }
      let target = EnforcementTarget(
        session: number(id),
        pid: view.isOrphaned ? nil : identity.peer.pid,
        uid: view.owner.user.number,
        gain: view.enforcedGain,
        held: view.state == .interrupted,
        rampMilliseconds: (ramps[id] ?? policy.duckRamp).inMilliseconds,
        muted: view.mutedByProgram,
        preferredInput: ports[view.portsInForce.input],
        overridesOutput: view.portsInForce.overridesOutput
      )
      targets.append(target)
    }
    return targets
  }

  /// Returns the routes of a session's owner before and after the event.
  func routes(of id: SessionID) -> (former: ReportedRoute, current: ReportedRoute)? {
    guard let user = identity(of: id)?.peer.user else { return nil }
    return ((formerRoutes ?? routes)[user], routes[user])
  }

  /// The session's activation number; notifications of an earlier activation no longer count.
  func activation(of id: SessionID) -> UInt64 { view(of: id)?.activation ?? 0 }

  /// Returns the refusal of `event`, with the details for its message besides error and rule.
  func refusal(
    _ refused: DecisionSummary.Refused,
    of event: Event?,
    unknownValue: MemberFault?,
    for viewer: Viewer
  ) -> RPCError {
    let by = refused.by.flatMap { blocker($0, for: viewer) }
    return .refused(RPCRefusal(refused, by: by, of: event, unknownValue, in: arbiter))
  }

  /// Returns the sessions that duck this one, up to the list limit.
  func duckers(of id: SessionID, _ tally: Tally) -> SessionNumbers {
    guard tally.count > 0 else { return SessionNumbers() }
    return latestDuckers.numbers(of: tally) {
      var list: [SessionID] = []
      let leftOut = arbiter.duckers(of: id, into: &list, limit: SessionObject.listLimit)
      return numbers(list, leftOut)
    }
  }

  /// Returns the sessions that this one waits for, up to the list limit.
  func blockers(of id: SessionID) -> SessionNumbers {
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
