package import AudioSessionTypes

/// Decides which sessions may be heard: a value without I/O, clock or randomness, which can be
/// copied to try something out.
package struct Arbiter: Equatable, Sendable {
  package internal(set) var policy: Policy
  /// The names of the kinds that are, or were, in force.
  package internal(set) var kindNames = KindNames()
  /// The number of the latest decision.
  package internal(set) var seq: UInt64 = 0
  /// The number of open sessions, by state.
  package internal(set) var counts = Counts()

  /// The policy's pair table, ready for use.
  var interactions: Interactions
  var sessions = SessionTable()
  var claims = Claims()
  var duckers: Duckers
  var parties = Parties()
  var processes = SessionsByProcess()
  var deadlines = Deadlines()
  /// Refused sessions in the order of their refusals (R34).
  var pending: [Slot] = []
  var system = SystemState()
  var nowPlaying = NowPlaying()
  /// The number of the latest activation.
  var activations: UInt64 = 0
  /// When the policy in force took effect.
  var policySince = Moment.never
  /// The sessions that the latest event closed; they can be viewed until the next one.
  var closedSlots: [Slot] = []
  /// The earliest deadline, as last told to the shell.
  var announcedDeadline: Instant?

  package init(policy: Policy = Policy()) {
    self.policy = policy
    interactions = Interactions(policy, naming: &kindNames)
    duckers = Duckers(interactions)
  }

  /// Applies an event and leaves what follows from it in `decision`.
  ///
  /// Nothing is thrown: a refusal is an effect. A refused request leaves the arbiter as it was
  /// (P5).
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time; not before that of the event before.
  ///   - decision: Takes the outcome; whatever it held is replaced.
  package mutating func apply(_ event: Event, at now: Instant, into decision: inout Decision) {
    removeClosed()
    decision.begin(at: now, number: seq + 1)
    handle(event, &decision)
    release(&decision)
    updateNowPlaying(&decision)
    invite(&decision)
    announce(&decision)
  }

  /// Changes a session, and with it every list, count and tally that depends on what changed: the
  /// only way to change one.
  ///
  /// It also remembers, for `announce`, the session as it was shown before the decision.
  ///
  /// - Parameters:
  ///   - slot: The session.
  ///   - restartingDucking: False if all ducking is worked out anew after it.
  ///   - decision: What follows.
  ///   - body: Changes it.
  mutating func change(
    _ slot: Slot,
    restartingDucking: Bool = true,
    _ decision: inout Decision,
    _ body: (inout Session) -> Void
  ) {
    remember(slot, &decision)
    let before = sessions[slot]
    sessions.update(slot, body)
    follow(slot, before, restartingDucking, &decision)
  }

  /// Makes all else follow from a change; what doesn't depend on what changed isn't entered.
  ///
  /// Ducking restarts where the session's contender or its activation changed.
  // Kept apart from `change`, which is compiled once for each of its callers.
  @inline(never)
  private mutating func follow(
    _ slot: Slot,
    _ before: Session,
    _ mayRestartDucking: Bool,
    _ decision: inout Decision
  ) {
    settleSilence(slot, decision.draft.moment)
    if sessions.hasWishes { followPorts(slot, before, &decision) }
    let after = sessions[slot]
    guard after != before else { return }
    decision.draft.isNumbered = true
    let former = sessions.contender(slot)
    let isReconfigured = after.configuration != before.configuration
    let contender =
      isReconfigured ? interactions.contender(of: after.configuration, former.scope) : former
    let restartsDucking =
      mayRestartDucking
      && (before.activation != after.activation || before.isActive != after.isActive
        || isReconfigured && contender != former)
    if restartsDucking && before.isActive { unduck(slot, before.activation, &decision) }
    sessions.relist(slot, contender)
    parties.update(slot, before, after, &decision.draft.sourcesBefore)
    if before.wantsTitle || after.wantsTitle || after.isClosed {
      nowPlaying.update(slot, sessions.zone(slot), before, after)
    }
    let (idle, formerIdle) = (after.inactive, before.inactive)
    if idle?.offer?.deadline != formerIdle?.offer?.deadline {
      deadlines.set(idle?.offer?.deadline, isLease: false, of: after.id, slot)
    }
    if idle?.pendingSince != formerIdle?.pendingSince {
      requeue(slot, isPending: idle?.pendingSince != nil)
    }
    if !pending.isEmpty
      && (idle?.pendingSince != nil || interactions.mayRefuse(former)
        || interactions.mayRefuse(contender))
    {
      decision.draft.mayInvite = true
    }
    guard restartsDucking && after.isActive else { return }
    let moment = decision.draft.moment
    sessions.updateDetails(slot) { $0.contenderSince = moment }
    duck(slot, &decision)
  }

  /// Changes whose session it is, or for how long.
  mutating func changeOwnership(
    _ slot: Slot,
    _ decision: inout Decision,
    _ body: (inout Ownership) -> Void
  ) {
    remember(slot, &decision)
    let before = sessions.details(slot).ownership
    sessions.updateDetails(slot) { body(&$0.ownership) }
    let after = sessions.details(slot).ownership
    guard after != before else { return }
    decision.draft.isNumbered = true
    deadlines.set(after.lease?.deadline, isLease: true, of: sessions[slot].id, slot)
    guard before.owner.process != after.owner.process else { return }
    processes.remove(slot, before.owner.process)
    processes.add(slot, after.owner.process)
  }
}
