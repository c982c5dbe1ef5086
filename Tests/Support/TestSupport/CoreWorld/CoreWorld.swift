package import AudioSessionArbitration
package import AudioSessionTypes

/// Plays scenarios on the bare arbiter in virtual time; the whole order of effects can be seen.
package struct CoreWorld: ScenarioWorld {
  package static let name = ScenarioWorldName.core
  package static let seesWholeOrder = true
  static let start = Instant(nanoseconds: 1_000_000_000)

  package internal(set) var rules = RuleSet()
  package internal(set) var arbiter: Arbiter
  /// The decision of the latest step.
  package internal(set) var decision = Decision()
  /// What was handed to the arbiter in the latest step, and when.
  package internal(set) var events: [(event: Event, now: Instant)] = []
  /// The clock starts away from zero, so that a forgotten moment shows.
  package internal(set) var now = CoreWorld.start
  var cast: Cast
  var policy: CorePolicy
  var routes = RouteBook()
  /// When the arbiter wants to be woken.
  var deadline: Instant?
  /// The number of the latest decision in which each session was told something.
  package internal(set) var lastTold: [SessionID: UInt64] = [:]

  /// Opens the declared sessions under the declared policy.
  ///
  /// - Parameter stage: What the scenario declares.
  /// - Throws: What can't be set up, such as a session that is refused.
  package init(_ stage: Stage) throws(ScenarioFault) {
    policy = try CorePolicy(stage.settings)
    arbiter = Arbiter(policy: policy.policy)
    cast = Cast(stage)
    for name in stage.grants.values.flatMap({ $0 }) where !policy.hasGrant(name) {
      throw ScenarioFault("there is no grant '\(name)'")
    }
    for session in stage.sessions {
      let told = try perform(.opens(session))
      guard told == ["granted"] else {
        throw ScenarioFault("\(session.name) can't be opened: \(told.joined(separator: ", "))")
      }
    }
  }

  /// Carries out a step and returns everything that anybody is told, in order.
  ///
  /// - Parameter action: What happens.
  /// - Returns: The effects in the scenarios' words.
  /// - Throws: What can't happen here, such as the end of a lease where there is none.
  package mutating func perform(_ action: Action) throws(ScenarioFault) -> [String] {
    events = []
    switch action {
    case .losesGrants(let name):
      cast.grants[name] = []
      return []
    case .getsGrantsBack(let name):
      cast.returnGrants(of: name)
      return []
    case .namesApplication(let name, let application):
      cast.name(application: application, of: name)
      return []
    case .maySpeak(let name, let forEverybody):
      cast.setReporter(name, forEverybody: forEverybody)
      return []
    case .asksWhy(let name):
      return arbiter.explanations(of: try cast.id(name)).map(explained)
    case .systemSoundIsAskedFor(let name, let zone):
      return askForSystemSound(name, zone)
    case .opensAgain(let opener, let session):
      let event = try event(action)
      let before = cast
      // What the decision tells of the lease is the opener's to hear already.
      cast.takeOver(session.name, by: opener)
      let told = apply(event)
      if told.first != "granted" { cast = before }
      return told
    case .dies(let name):
      return try endProcess(of: name)
    case .offerLapses:
      return try passToDeadline { if case .offer = $0 { true } else { false } }
    case .leaseEnds:
      return try passToDeadline { if case .lease = $0 { true } else { false } }
    case .timePasses(let duration):
      return pass(to: now.advanced(by: duration))
    case .daemonStops, .daemonRestarts:
      throw ScenarioFault("the core has no end; say 'only daemon'")
    case .isEvicted:
      // The reply is the administrator's, who has no part in the scenario.
      return apply(try event(action)).filter { $0 != "granted" }
    default:
      return apply(try event(action))
    }
  }

  /// Hands one event to the arbiter and keeps what comes of it.
  mutating func apply(_ event: Event) -> [String] {
    events.append((event, now))
    arbiter.apply(event, at: now, into: &decision)
    rules.formUnion(decision.rules)
    var told: [String] = []
    for (effect, reason) in decision.effects {
      if case .wake(let moment) = effect { deadline = moment }
      guard isHeard(effect), let line = line(effect, reason) else { continue }
      told.append(line)
      if let id = effect.notified { lastTold[id] = decision.seq }
    }
    return told
  }

  func isHeard(_ effect: Effect) -> Bool { effect.notified.map(cast.hears) ?? true }

  /// The answer names the rule; it is no decision.
  ///
  /// The system itself is root, in no zone.
  private mutating func askForSystemSound(_ name: String?, _ zone: DeclaredZone) -> [String] {
    var scope = Scope(cast.scopes.application("system"))
    var user = UserID(0)
    if let name {
      cast.number(of: name)
      user = cast.owner(name).user
      scope = cast.scope(of: name, zone, zonesAreUsers: policy.zonesAreUsers)
    }
    guard arbiter.silencesSystemSounds(in: scope, of: user) else { return ["heard"] }
    rules.insert(.R46)
    return ["silent"]
  }

  /// Every connection of a process ends by itself, in a decision of its own (R48).
  private mutating func endProcess(of name: String) throws(ScenarioFault) -> [String] {
    var told: [String] = []
    for connection in cast.connections(ofProcessOf: name) {
      told += apply(ending(connection, processEnds: true))
    }
    return told
  }

  /// The event of a connection's end: its leases stay, orphaned if the process ends with it.
  mutating func ending(_ connection: ConnectionID, processEnds: Bool) -> Event {
    cast.end(connection)
    routes.end(connection)
    let open = cast.sessions(on: connection).filter(arbiter.isOpen)
    let leases = open.filter { arbiter.view(of: $0)?.lease != nil }
    return .connectionEnded(
      connection,
      sessions: open.filter { !leases.contains($0) },
      orphaned: processEnds ? leases : []
    )
  }
}

extension Effect {
  /// The session whose client is sent a notification by this effect.
  fileprivate var notified: SessionID? {
    switch self {
    case .closed(let id, _), .didBecomeActive(let id), .didBecomeInactive(let id, _, _),
      .began(let id, _, _), .ducking(let id, _, _, _), .ended(let id, _),
      .recommendation(let id, _), .hint(let id, _), .routeChanged(let id, _),
      .hardwareChanged(let id), .mutesChanged(let id, _, _):
      id
    case .granted, .refused, .changed, .enforcementChanged, .wake: nil
    }
  }
}
