package import AudioSessionSchema
package import AudioSessionTypes

/// The arbiter's whole state between two events, without what follows from the rest: lists, counts,
/// and who ducks whom.
package struct Snapshot: Equatable, Sendable {
  /// A session, apart from its tallies, with what is stored beside it.
  struct StoredSession: Equatable, Sendable {
    var session: Session
    var scope: Scope
    var details: SessionDetails
    var incidents: Incidents
    var wishes: SoundWishes
  }

  /// A session that waits for another.
  struct Claim: Equatable, Sendable {
    var blocker: SessionID
    var waiting: SessionID
    var reason: Reason
    var since: Moment
  }

  /// A process that is reported as suspended, and by whom.
  struct Suspension: Equatable, Sendable {
    var process: ProcessID
    var reporters: [Reporter]
  }

  package var policy: Policy
  /// The number of the latest decision.
  package var seq: UInt64
  /// The names of the roles that are or were in force, in the order in which they came up.
  var roleNames: [String]
  var activations: UInt64
  var policySince: Moment
  var announcedDeadline: Instant?
  /// The open sessions by number.
  var sessions: [StoredSession]
  var claims: [Claim]
  var pending: [SessionID]
  /// The sessions that had a title before, those of one zone in their order.
  var formerTitles: [SessionID]
  /// The reporters of each condition, in the order of ``ReportedCondition``.
  var muted: [Reporter]
  var sleeping: [Reporter]
  var silenced: [Reporter]
  var suspended: [Suspension]
  var machineRoute: RouteSummary
  var userRoutes: [UserRouteReport]

  /// The names of all kinds that are or were in force.
  var kindNames: KindNames { roleNames.reduce(into: KindNames()) { _ = $0.enter($1) } }
}

/// A user's own route, and who reported it.
struct UserRouteReport: Equatable, Sendable {
  var user: UserID
  var route: RouteSummary
  var connection: ConnectionID
}

extension Arbiter {
  /// The state as of now; sessions that the latest event closed are left out.
  package var snapshot: Snapshot {
    var arbiter = self
    arbiter.removeClosed()
    return Snapshot(
      policy: policy,
      seq: seq,
      roleNames: kindNames.ofRoles,
      activations: activations,
      policySince: policySince,
      announcedDeadline: announcedDeadline,
      sessions: arbiter.sessions.all().map { arbiter.stored($0) },
      claims: arbiter.allClaims,
      pending: pending.map { sessions[$0].id },
      formerTitles: arbiter.nowPlaying.formerHolders.map { sessions[$0].id },
      muted: system[.microphoneMuted],
      sleeping: system[.sleeping],
      silenced: system[.silenced],
      suspended: arbiter.system.suspended.sorted { $0.key.number < $1.key.number }
        .map { Snapshot.Suspension(process: $0.key, reporters: $0.value) },
      machineRoute: system.routes.machine,
      userRoutes: system.routes.ofUsers
    )
  }

  private var allClaims: [Snapshot.Claim] {
    sessions.all().flatMap { waiting in
      claims.blockers(of: waiting).map { blocker in
        Snapshot.Claim(
          blocker: sessions[blocker.slot].id,
          waiting: sessions[waiting].id,
          reason: blocker.reason,
          since: blocker.since
        )
      }
    }
  }

  /// Restores the arbiter of a snapshot: it decides all that comes as that one would have.
  ///
  /// - Throws: If the snapshot contradicts itself.
  package init(_ snapshot: Snapshot) throws(MemberFault) {
    try snapshot.check()
    self.init(policy: Policy())
    kindNames = snapshot.kindNames
    policy = snapshot.policy
    interactions = Interactions(policy, naming: &kindNames)
    seq = snapshot.seq
    activations = snapshot.activations
    policySince = snapshot.policySince
    announcedDeadline = snapshot.announcedDeadline
    for session in snapshot.sessions { insert(session) }
    for claim in snapshot.claims { insert(claim) }
    pending = snapshot.pending.compactMap { sessions.slot(of: $0) }
    restoreTitles(snapshot)
    system.routes = Routes(machine: snapshot.machineRoute, users: snapshot.userRoutes)
    system[.microphoneMuted] = snapshot.muted
    system[.sleeping] = snapshot.sleeping
    system[.silenced] = snapshot.silenced
    for suspension in snapshot.suspended {
      system.suspended[suspension.process] = suspension.reporters
    }
    var decision = Decision()
    restartAllDucking(&decision)
    for slot in sessions.all() { counts.add(shown(slot), 1) }
    counts.pending = pending.count
  }

  private func stored(_ slot: Slot) -> Snapshot.StoredSession {
    var session = sessions[slot]
    session.interrupted?.blockers = Tally()
    return Snapshot.StoredSession(
      session: session,
      scope: sessions.scope(slot),
      details: sessions.details(slot),
      incidents: sessions.incidents(slot),
      wishes: sessions.wishes(slot)
    )
  }

  private mutating func insert(_ stored: Snapshot.StoredSession) {
    let session = stored.session
    let new = Session(session.id, session.configuration)
    let slot = enter(new, stored.scope, stored.details.ownership)
    var memory = SourcesBefore()
    sessions.updateDetails(slot) { $0 = stored.details }
    sessions.updateIncidents(slot) { $0 = stored.incidents }
    sessions.setWishes(slot, stored.wishes)
    sessions.update(slot) { $0 = session }
    sessions.relist(slot, sessions.contender(slot))
    parties.update(slot, new, session, &memory)
    nowPlaying.update(slot, sessions.zone(slot), new, session)
    deadlines.set(session.inactive?.offer?.deadline, isLease: false, of: session.id, slot)
    deadlines.set(stored.details.ownership.lease?.deadline, isLease: true, of: session.id, slot)
  }

  private mutating func insert(_ claim: Snapshot.Claim) {
    guard let blocker = sessions.slot(of: claim.blocker),
      let waiting = sessions.slot(of: claim.waiting), claims.hasRoom(over: waiting)
    else { return }
    claims.add(blocker, over: waiting, claim.reason, claim.since)
    sessions.update(waiting) { $0.interrupted?.blockers.add(claim.blocker) }
  }

  private mutating func restoreTitles(_ snapshot: Snapshot) {
    for stored in snapshot.sessions where stored.session.isNowPlaying {
      guard let slot = sessions.slot(of: stored.session.id) else { continue }
      nowPlaying.restoreHolder(slot, sessions.zone(slot))
    }
    for id in snapshot.formerTitles {
      guard let slot = sessions.slot(of: id) else { continue }
      nowPlaying.restoreFormerHolder(slot, sessions.zone(slot))
    }
    nowPlaying.settle()
  }
}

extension Snapshot {
  /// Throws unless each part fits the others.
  fileprivate func check() throws(MemberFault) {
    func fault(_ expected: String) -> MemberFault {
      MemberFault("state", expected: expected, found: .nothing)
    }
    let known = Set(sessions.map { $0.session.id })
    guard known.count == sessions.count else { throw fault("each session once") }
    let named = claims.flatMap { [$0.blocker, $0.waiting] } + pending + formerTitles
    guard known.isSuperset(of: named) else { throw fault("sessions that are open") }
    let pairs = Set(claims.map { [$0.blocker, $0.waiting] })
    guard pairs.count == claims.count else { throw fault("each claim once") }
    guard Set(suspended.map { $0.process }).count == suspended.count,
      Set(userRoutes.map { $0.user }).count == userRoutes.count
    else { throw fault("one report about each process and user") }
    guard max(seq, activations) < 1 << 53 else { throw fault("numbers below 2^53") }
    guard kindNames.ofRoles == roleNames else {
      throw fault("each role's name once, and none of a built-in kind")
    }
    let kinds = Kind.builtInCount + roleNames.count
    let roles = sessions.compactMap { $0.session.configuration.role }
    guard roles.allSatisfy({ $0.kind.rawValue < kinds }) else {
      throw fault("roles that have a name")
    }
    let inForce = Set(policy.kindNames)
    guard roles.allSatisfy({ $0.isOutdated || inForce.contains(kindNames[$0.kind]) }) else {
      throw fault("roles of the policy, or outdated ones")
    }
  }
}
