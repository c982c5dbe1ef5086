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
  var depths: DepthCounts
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
    depths = DepthCounts(interactions.gains.count)
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
    decision.begin(at: now, number: seq + 1, interactions.gains)
    handle(event, &decision)
    release(&decision)
    updateNowPlaying(&decision)
    invite(&decision)
    announce(&decision)
  }

  /// Changes a session, and with it every list, count and tally that depends on what changed.
  ///
  /// It also remembers, for `announce`, the session as its owner last saw it. Only two changes are
  /// made elsewhere, and they remember it, too: of the tallies of duckers, in `Ducking.swift`, and of
  /// roles that a reload outdates. Ducking restarts where the session's contender or its activation changed.
  mutating func change(
    _ slot: Slot,
    _ decision: inout Decision,
    _ body: (inout Session) -> Void
  ) {
    let before = sessions[slot]
    decision.draft.remember(slot, before)
    var after = before
    body(&after)
    let contenderBefore = sessions.contender(slot)
    let contenderAfter =
      after.configuration == before.configuration ? contenderBefore : contender(of: after)
    after.isSilenced = isSilenced(after)
    if after.isSilenced && !before.isSilenced { after.silencedSince = decision.draft.moment }
    let restartsDucking =
      contenderBefore != contenderAfter || before.activation != after.activation
      || before.state != after.state && (before.state == .active || after.state == .active)
    if restartsDucking && before.state == .active { unduck(slot, &decision) }
    if restartsDucking {
      after.duckers = Tally()
      after.depth = Interactions.noDepth
      if after.state == .active { after.contenderSince = decision.draft.moment }
    }
    sessions.update(slot, after, contenderAfter)
    parties.update(slot, before, after, &decision.draft.sourcesBefore)
    if before.owner.process != after.owner.process {
      processes.remove(slot, before.owner.process)
      processes.add(slot, after.owner.process)
    }
    nowPlaying.update(slot, sessions.zone(slot), before, after)
    deadlines.update(slot, before, after)
    updatePending(slot, before, after, &decision)
    if restartsDucking && after.state == .active { duck(slot, &decision) }
  }
}
