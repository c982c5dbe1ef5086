import Arbitration
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
        grants: cast.grants(name),
        ifSeq: hasRead.map { ifSeq(id, $0) },
        notifyOthers: notifying
      )
    case .deactivates(let name, let notifying):
      return .deactivate(try cast.id(name), notifyOthers: notifying)
    case .reports(let name, let report): return .report(try cast.id(name), report)
    case .configures(let name, let change):
      return .configure(try cast.id(name), change, grants: cast.grants(name))
    case .renews(let name, let lease): return .renew(try cast.id(name), lease: lease)
    case .closes(let name): return .close(try cast.id(name))
    case .isEvicted(let name): return .evict(try cast.id(name))
    case .disconnects(let name): return ending(cast.connection(name), processEnds: false)
    case .isSuspended(let name, let isSuspended, let reporter):
      return .setSuspended(cast.process(name), isSuspended, try cast.reporter(reporter))
    case .microphoneIsMuted(let isMuted, let reporter):
      return .setMicrophoneMuted(isMuted, try cast.reporter(reporter))
    case .machineSleeps(let sleeps, let reporter):
      return .setSleeping(sleeps, try cast.reporter(reporter))
    case .routeChanges(let reason): return .setRoute(reason)
    case .policyBecomes(let settings):
      policy = try CorePolicy(settings)
      return .reload(policy.policy)
    case .dies, .losesGrants, .getsGrantsBack, .maySpeak, .asksWhy, .systemSoundIsAskedFor,
      .offerLapses, .leaseEnds, .timePasses, .daemonStops, .daemonRestarts:
      throw ScenarioFault("no event")
    }
  }

  private mutating func open(_ session: DeclaredSession) -> Event {
    let owner = cast.owner(session.name)
    let isWithinLimits = hasRoom(on: cast.connection(session.name), of: owner.user)
    return .open(
      cast.enter(session.name),
      owner,
      session.configuration,
      grants: cast.grants(session.name),
      lease: session.lease,
      isWithinLimits: isWithinLimits
    )
  }

  /// What the shell judges for the arbiter (R54).
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
    cast.number(of: opener)
    return .reopen(
      id,
      cast.owner(opener),
      session.configuration,
      grants: cast.grants(opener),
      lease: session.lease ?? held.length
    )
  }

  private func ifSeq(_ id: SessionID, _ reading: Reading) -> UInt64 {
    switch reading {
    case .everything: arbiter.seq
    case .allButTheLatest: (lastTold[id] ?? 1) - 1
    }
  }
}
