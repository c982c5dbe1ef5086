import AudioSessionTypes

/// Section 2: activation. The checks come in the rules' own order, and the first failure wins: R3,
/// R5, R33's `ifSeq`, R7, R8, R10 (with R9), R11, then R12.
extension Arbiter {
  mutating func activate(
    _ id: SessionID,
    _ grants: Grants,
    _ ifSeq: UInt64?,
    _ decision: inout Decision
  ) {
    let slot = slot(named: id)
    guard allows(grants, sessions[slot].configuration) else {
      return refuse(slot, Refusal(.missingEntitlement, Reason(.R3)), &decision)
    }
    guard sessions[slot].state != .active else {
      decision.reply(.granted(id), Reason(.R5))
      return forgetRefusal(slot)
    }
    if let ifSeq, sessions[slot].lastBegan > ifSeq {
      return refuse(slot, Refusal(.insufficientPriority, Reason(.R33)), &decision)
    }
    if !policy.interruptedMayStart, let blocker = highestBlocker(of: slot) {
      return refuse(
        slot,
        Refusal(.insufficientPriority, Reason(.R33), by: sessions[blocker].id),
        &decision
      )
    }
    let wanted = inForce(slot)
    if let refusal = refusalOfActivation(wanted, at: decision.draft.now, &decision.rules) {
      return refuse(slot, refusal, &decision)
    }
    if sessions[slot].state == .interrupted { decision.note(.R33) }
    decision.reply(.granted(id), Reason(.R12))
    if wanted.session.configuration != sessions[slot].configuration {
      decision.note(.R66)
      reconfigure(slot, wanted.session.configuration, &decision)
    }
    admit(slot, &decision)
  }

  /// Makes the checks R7 to R11.
  ///
  /// - Parameters:
  ///   - candidate: The session as it is, or as it would be.
  ///   - now: The time of the decision.
  ///   - rules: Takes the rules that had a say.
  /// - Returns: The refusal; nil if the session may be active.
  mutating func refusalOfActivation(
    _ candidate: Candidate,
    at now: Instant,
    _ rules: inout RuleSet
  ) -> Refusal? {
    refusalByOthers(of: candidate, among: Arbiter.active, &rules)
      ?? refusalFromBackground(of: candidate.session, at: now)
  }

  static let active: [Standing] = [.active]

  /// R7, R8 and R10: the refusal by another session of the given standings.
  mutating func refusalByOthers(
    of candidate: Candidate,
    among standings: [Standing],
    _ rules: inout RuleSet
  ) -> Refusal? {
    if candidate.session.captures,
      let refusal = refusalOfCapture(candidate.contender, among: standings)
    {
      return refusal
    }
    return refusalByTable(candidate, among: standings, &rules)
  }

  /// The microphone belongs to a call, even where the session mixes (R7), and to an assistant that
  /// records (R8).
  mutating func refusalOfCapture(_ contender: Contender, among standings: [Standing]) -> Refusal? {
    let scope = contender.scope
    if contender.priority.level < Priority.phoneCall.level,
      let call = newest(in: interactions.classes.calls, standings, meeting: scope)
    {
      return Refusal(.insufficientPriority, Reason(.R7), by: sessions[call].id)
    }
    if contender.priority == .normal,
      let assistant = newest(
        in: interactions.classes.assistants,
        standings,
        meeting: scope,
        whileRecording: true
      )
    {
      return Refusal(.siriIsRecording, Reason(.R8), by: sessions[assistant].id)
    }
    return nil
  }

  /// R10, with R9: a refusal by the pair table, in the name of the highest priority, then of the
  /// newest session.
  private mutating func refusalByTable(
    _ candidate: Candidate,
    among standings: [Standing],
    _ rules: inout RuleSet
  ) -> Refusal? {
    let newcomer = candidate.contender
    let classes = interactions.classes.refusing[Int(newcomer.place)]
    var found: (slot: Slot, reason: Reason)?
    for standing in standings {
      var walk = sessions.walk(standing, in: classes, around: newcomer.scope)
      while let slot = walk.next(in: sessions) {
        guard sessions[slot].id != candidate.session.id, hasRoute(slot) else { continue }
        let encounter = interactions.encounter(newcomer, sessions.contender(slot))
        if encounter.reason.rule != .R59 { rules.insert(encounter.reason.rule) }
        guard encounter.outcome == .refuse else { continue }
        if let best = found, rank(best.slot) > rank(slot) { continue }
        found = (slot, encounter.reason)
      }
    }
    guard let found else { return nil }
    rules.insert(.R10)
    return Refusal(.insufficientPriority, found.reason, by: sessions[found.slot].id)
  }

  /// R11: a session that declared itself in the background can't silence others, unless it is Now
  /// Playing or has just been told to resume.
  mutating func refusalFromBackground(of session: Session, at now: Instant) -> Refusal? {
    guard session.isExclusiveNormal, !session.isForeground, !session.isNowPlaying,
      !session.mayResume(at: now)
    else { return nil }
    return Refusal(.cannotInterruptOthers, Reason(.R11))
  }

  /// Drops the last refusal from `explain`, since a request has succeeded.
  mutating func forgetRefusal(_ slot: Slot) {
    if sessions.incidents(slot).lastRefusal != nil {
      sessions.updateIncidents(slot) { $0.lastRefusal = nil }
    }
  }

  /// Refuses an activation; a session refused by another one waits to be invited (R34).
  private mutating func refuse(_ slot: Slot, _ refusal: Refusal, _ decision: inout Decision) {
    let isNumbered = refusal.reason.rule != .R33
    let waits = sessions[slot].state == .inactive && refusal.isByAnother
    let moment = isNumbered ? decision.draft.moment : Moment(seq: seq, at: decision.draft.now)
    decision.draft.isNumbered = isNumbered
    sessions.updateIncidents(slot) { $0.lastRefusal = Refused(refusal: refusal, moment: moment) }
    if waits {
      change(slot, &decision) { $0.inactive?.pendingSince = moment.seq }
      decision.note(.R34)
      if policy.refusedDisplaces { displaceWaiting(by: slot, &decision) }
    }
    decision.reply(.refused(sessions[slot].id, refusal.error, by: refusal.by), refusal.reason)
  }

  /// The highest in rank of the sessions in the classes and standings that meet `scope`, have a
  /// route and, if asked for, record.
  private mutating func newest(
    in wanted: ClassSet,
    _ standings: [Standing],
    meeting scope: Scope,
    whileRecording: Bool = false
  ) -> Slot? {
    var found: Slot?
    for standing in standings {
      var walk = sessions.walk(standing, in: wanted, around: scope)
      while let slot = walk.next(in: sessions) {
        guard sessions.scope(slot).meets(scope), hasRoute(slot),
          !whileRecording || sessions[slot].isRecording
        else { continue }
        if let best = found, rank(best) > rank(slot) { continue }
        found = slot
      }
    }
    return found
  }

  /// False for a session interrupted because its output went; it refuses nobody any more (R34).
  private func hasRoute(_ slot: Slot) -> Bool {
    sessions[slot].interrupted?.conditions.contains(.route) != true
  }

  /// The highest in rank of the sessions that block an interrupted one; nil if none does.
  private func highestBlocker(of slot: Slot) -> Slot? {
    guard sessions[slot].state == .interrupted else { return nil }
    return claims.blockers(of: slot).map { $0.slot }.max { rank($0) < rank($1) }
  }

  /// By priority, then by activation; greater is higher.
  private func rank(_ slot: Slot) -> (Int, UInt64) {
    (sessions.contender(slot).priority.level, sessions[slot].activation)
  }
}
