import AudioSessionArbitration
import AudioSessionTypes

extension CoreWorld {
  /// The event that an action is to the arbiter; names become numbers.
  mutating func event(_ action: Action) throws(ScenarioFault) -> Event {
    switch action {
    case .opens(let session): return open(session)
    case .opensAgain(let opener, let session): return try reopen(session, by: opener)
    case .activates(let name, let notifying, let hasRead):
      let id = try cast.id(name)
      return .activate(
        id,
        grants: cast.grants(name, under: policy),
        ifSeq: hasRead.map { ifSeq(id, $0) },
        notifyOthers: notifying
      )
    case .deactivates(let name, let notifying):
      return .deactivate(try cast.id(name), notifyOthers: notifying)
    case .reports(let name, let report): return .report(try cast.id(name), report)
    case .configures(let name, let change):
      return .configure(
        try cast.id(name),
        resolved(change),
        grants: cast.grants(name, under: policy)
      )
    case .renews(let name, let lease): return .renew(try cast.id(name), lease: lease)
    case .closes(let name): return .close(try cast.id(name))
    case .isEvicted(let name): return .evict(try cast.id(name))
    case .disconnects(let name): return ending(cast.connection(name), processEnds: false)
    case .isSuspended(let name, let isSuspended, let reporter):
      return .setSuspended(cast.process(name), isSuspended, cast.reporter(reporter))
    case .isMutedByUser(let name, let muted, let wantsUnmute, let reporter):
      let connection = cast.reporter(reporter).connection
      return .setMutedByUser(try cast.id(name), muted, wantsUnmute: wantsUnmute, connection)
    case .microphoneIsMuted(let isMuted, let reporter):
      return .setMicrophoneMuted(isMuted, cast.reporter(reporter))
    case .machineSleeps(let sleeps, let reporter):
      return .setSleeping(sleeps, cast.reporter(reporter))
    case .silentSwitchIs(let isOn, let reporter):
      return .setSilenced(isOn, cast.reporter(reporter))
    case .routeChanges(let route, let reason, let reporter):
      return try routes.report(route, reason, by: cast.reporter(reporter))
    case .volumeChanges(let volume, let reporter):
      return routes.report(volume: volume, by: cast.reporter(reporter))
    case .policyBecomes(let settings):
      policy = try CorePolicy(settings)
      return .reload(policy.policy)
    case .dies, .namesApplication, .losesGrants, .getsGrantsBack, .maySpeak, .asksWhy,
      .systemSoundIsAskedFor, .offerLapses, .leaseEnds, .timePasses, .daemonStops, .daemonRestarts:
      throw ScenarioFault("no event")
    }
  }

  private mutating func open(_ session: DeclaredSession) -> Event {
    let owner = cast.owner(session.name)
    let isWithinLimits = hasRoom(on: cast.connection(session.name), of: owner.user)
    return .open(
      Opening(
        id: cast.enter(session.name),
        owner: owner,
        scope: cast.scope(of: session, zonesAreUsers: policy.zonesAreUsers),
        change: resolved(session.configuration),
        grants: cast.grants(session.name, under: policy),
        lease: session.lease,
        isWithinLimits: isWithinLimits
      )
    )
  }

  /// A role that isn't in force is an unknown value (R4).
  private func resolved(_ declared: DeclaredChange) -> ConfigurationChange {
    var change = declared.change
    switch declared.role {
    case nil: break
    case .some(DeclaredRole.none): change.role = ConfigurationChange.Role.none
    case .named(let name):
      change.role = arbiter.kind(ofRole: name).map { .named($0) }
      if change.role == nil { change.namesUnknownValue = true }
    }
    return change
  }

  /// Whether a limit leaves room; the shell judges that for the arbiter (R54).
  private func hasRoom(on connection: ConnectionID, of user: UserID) -> Bool {
    let onConnection = cast.sessions(on: connection).filter(arbiter.isOpen)
    let ofUser = arbiter.sessionIDs.filter { arbiter.view(of: $0)?.owner.user == user }
    return onConnection.count < policy.sessionsPerConnection
      && ofUser.count < policy.sessionsPerUser
  }

  private mutating func reopen(
    _ session: DeclaredSession,
    by opener: String
  ) throws(ScenarioFault) -> Event {
    let id = try cast.id(session.name)
    guard let held = arbiter.view(of: id)?.lease else {
      throw ScenarioFault("\(session.name) is no lease")
    }
    guard session.zone == .byPolicy else {
      throw ScenarioFault("the daemon compares a lease's zone; say 'only daemon'")
    }
    cast.number(of: opener)
    return .reopen(
      Reopening(
        id: id,
        owner: cast.owner(opener),
        change: resolved(session.configuration),
        grants: cast.grants(opener, under: policy),
        lease: session.lease ?? held.length
      )
    )
  }

  private func ifSeq(_ id: SessionID, _ reading: Reading) -> UInt64 {
    switch reading {
    case .everything: arbiter.seq
    case .allButTheLatest: (lastTold[id] ?? 1) - 1
    }
  }
}
