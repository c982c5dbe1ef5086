package import AudioSessionTypes

/// Decides who may play: a value without I/O, clock or randomness, to be copied for trying out.
package struct Arbiter: Equatable, Sendable {
  package internal(set) var policy: Policy
  /// What the kinds are called that are, or were, in force.
  package internal(set) var kindNames = KindNames()
  /// The number of the latest decision.
  package internal(set) var seq: UInt64 = 0
  /// How many sessions there are of each sort.
  package internal(set) var counts = Counts()

  var interactions: Interactions
  var sessions = SessionTable()
  var claims = Claims()
  var depths: DepthCounts
  var parties = Parties()
  var processes = Processes()
  var deadlines = Deadlines()
  /// Refused sessions in the order of their refusals (R34).
  var pending: [Slot] = []
  var system = SystemState()
  var nowPlaying = NowPlaying()
  /// The number of the latest activation.
  var activations: UInt64 = 0
  /// When the policy in force began to hold.
  var policySince = Moment.never
  /// Sessions that the latest event closed; they can be viewed until the next one.
  var graveyard: [Slot] = []
  /// The deadline that the shell was last told.
  var wakeAt: Instant?

  package init(policy: Policy = Policy()) {
    self.policy = policy
    interactions = Interactions(policy, naming: &kindNames)
    depths = DepthCounts(interactions.gains.count)
  }

  /// Applies what happened at `now` and leaves in `decision` what is to be done.
  ///
  /// Throws nothing: a refusal is an effect. A refused request leaves the arbiter as it was (P5).
  package mutating func apply(_ event: Event, at now: Instant, into decision: inout Decision) {
    bury()
    decision.begin(at: now, number: seq + 1, interactions.gains)
    carryOut(event, &decision)
    release(&decision)
    entitle(&decision)
    invite(&decision)
    announce(&decision)
  }

  /// Forgets the sessions that the last event closed.
  private mutating func bury() {
    guard !graveyard.isEmpty else { return }
    for slot in graveyard {
      let session = sessions[slot]
      parties.delist(slot, session.scope.application)
      processes.delist(slot, session.owner.process)
      forgetIfEmpty(session.owner.process)
      sessions.remove(slot)
    }
    graveyard.removeAll(keepingCapacity: true)
  }

  private mutating func carryOut(_ event: Event, _ decision: inout Decision) {
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
      end(sessions, orphaning: orphaned, &decision)
      takeBack(connection, &decision)
    case .processEnded(let sessions, let orphaned):
      end(sessions, orphaning: orphaned, &decision)
    case .setMicrophoneMuted(let isMuted, let reporter):
      setMicrophoneMuted(isMuted, reporter, &decision)
    case .setSleeping(let isSleeping, let reporter): setSleeping(isSleeping, reporter, &decision)
    case .setSuspended(let process, let isSuspended, let reporter):
      setSuspended(process, isSuspended, reporter, &decision)
    case .setSilenced(let isSilenced, let reporter):
      setSilenced(isSilenced, reporter, &decision)
    case .setRoute(let route, let reason, let reporter):
      setRoute(route, reason, reporter, &decision)
    case .reload(let policy): reload(policy, &decision)
    case .timePassed: passTime(&decision)
    }
  }

  /// Changes a session, and with it every list, count and tally that depends on what changed.
  ///
  /// The only way to change one: what the owner last saw is remembered for `announce`. Ducking
  /// starts anew with another standing in the table, and with another turn.
  mutating func change(
    _ slot: Slot,
    _ decision: inout Decision,
    _ body: (inout Session) -> Void
  ) {
    let before = sessions[slot]
    decision.draft.remember(slot, before)
    var after = before
    body(&after)
    let stood = sessions.contender(slot)
    let stands = after.configuration == before.configuration ? stood : contender(of: after)
    after.isSilenced = isSilenced(after)
    if after.isSilenced && !before.isSilenced { after.silencedSince = decision.draft.moment }
    let standsAnew =
      stood != stands || before.activation != after.activation
      || before.state != after.state && (before.state == .active || after.state == .active)
    if standsAnew && before.state == .active { unduck(slot, &decision) }
    if standsAnew {
      after.duckers = Tally()
      after.depth = Interactions.noDepth
      if after.state == .active { after.standing = decision.draft.moment }
    }
    sessions.update(slot, after, stands)
    parties.update(slot, before, after, &decision.draft.sourcesBefore)
    if before.owner.process != after.owner.process {
      processes.delist(slot, before.owner.process)
      processes.enlist(slot, after.owner.process)
    }
    nowPlaying.update(slot, sessions.zone(slot), before, after)
    schedule(before, after)
    queue(slot, before, after, &decision)
    if standsAnew && after.state == .active { duck(slot, &decision) }
  }

  /// Keeps the deadlines in step.
  private mutating func schedule(_ before: Session, _ after: Session) {
    let lapses = (before.offer?.deadline, after.offer?.deadline)
    if lapses.0 != lapses.1 { reschedule(lapses.0, lapses.1, after.id, isLease: false) }
    if before.lease?.deadline != after.lease?.deadline {
      reschedule(before.lease?.deadline, after.lease?.deadline, after.id, isLease: true)
    }
  }

  private mutating func reschedule(
    _ old: Instant?,
    _ new: Instant?,
    _ id: SessionID,
    isLease: Bool
  ) {
    if let old { deadlines.remove(Deadlines.Deadline(at: old, id: id, isLease: isLease)) }
    if let new { deadlines.insert(Deadlines.Deadline(at: new, id: id, isLease: isLease)) }
  }
}
