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
      return forgetRefusal(slot, &decision)
    }
    let session = sessions[slot]
    if let ifSeq, session.lastBegan > ifSeq {
      return refuse(slot, Refusal(.insufficientPriority, Reason(.R33)), &decision)
    }
    let wanted = inForce(session)
    if let refusal = refusalOfActivation(wanted, at: decision.draft.now, &decision.rules) {
      return refuse(slot, refusal, &decision)
    }
    if session.state == .interrupted { decision.note(.R33) }
    decision.reply(.granted(id), Reason(.R12))
    if wanted.configuration != session.configuration {
      decision.note(.R66)
      reconfigure(slot, wanted.configuration, &decision)
    }
    admit(slot, &decision)
  }

  /// Makes the checks R7 to R11 of a session as it is, or as it would be.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - now: The time of the decision.
  ///   - rules: Takes the rules that had a say.
  /// - Returns: The refusal; nil if the session may be active.
  func refusalOfActivation(
    _ session: Session,
    at now: Instant,
    _ rules: inout RuleSet
  ) -> Refusal? {
    refusalByOthers(of: session, among: Arbiter.active, &rules)
      ?? refusalFromBackground(of: session, at: now)
  }

  static let active: [Standing] = [.active]

  /// R7, R8 and R10: the refusal by another session of the given standings.
  func refusalByOthers(
    of session: Session,
    among standings: [Standing],
    _ rules: inout RuleSet
  ) -> Refusal? {
    if session.captures, let refusal = refusalOfCapture(session, among: standings) {
      return refusal
    }
    return refusalByTable(session, among: standings, &rules)
  }

  /// The microphone belongs to a call, even where the session mixes (R7), and to an assistant that
  /// records (R8).
  func refusalOfCapture(_ session: Session, among standings: [Standing]) -> Refusal? {
    if session.priority.level < Priority.phoneCall.level,
      let call = newest(in: interactions.classes.calls, standings, meeting: session, { _ in true })
    {
      return Refusal(.insufficientPriority, Reason(.R7), by: sessions[call].id)
    }
    if session.priority == .normal,
      let assistant = newest(
        in: interactions.classes.assistants,
        standings,
        meeting: session,
        { $0.isRecording }
      )
    {
      return Refusal(.siriIsRecording, Reason(.R8), by: sessions[assistant].id)
    }
    return nil
  }

  /// R10, with R9: a refusal by the pair table, in the name of the highest priority, then of the
  /// newest session.
  private func refusalByTable(
    _ session: Session,
    among standings: [Standing],
    _ rules: inout RuleSet
  ) -> Refusal? {
    let newcomer = contender(of: session)
    let classes = interactions.classes.refusing[Int(newcomer.place)]
    var found: (slot: Slot, reason: Reason)?
    for standing in standings {
      var walk = sessions.walk(standing, in: classes, around: newcomer.scope)
      while let slot = walk.next(in: sessions) {
        guard sessions[slot].id != session.id, hasRoute(slot) else { continue }
        let encounter = encounter(newcomer, sessions.contender(slot))
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
  func refusalFromBackground(of session: Session, at now: Instant) -> Refusal? {
    guard session.isExclusiveNormal, !session.isForeground, !session.isNowPlaying,
      !session.mayResume(at: now)
    else { return nil }
    return Refusal(.cannotInterruptOthers, Reason(.R11))
  }

  /// Drops the last refusal from `explain`, since a request has succeeded.
  mutating func forgetRefusal(_ slot: Slot, _ decision: inout Decision) {
    guard sessions[slot].lastRefusal != nil else { return }
    change(slot, &decision) { $0.lastRefusal = nil }
  }

  /// Refuses an activation; a session refused by another one waits to be invited (R34).
  private mutating func refuse(_ slot: Slot, _ refusal: Refusal, _ decision: inout Decision) {
    let isNumbered = refusal.reason.rule != .R33
    let waits = sessions[slot].state == .inactive && refusal.isByAnother
    let moment = isNumbered ? decision.draft.moment : Moment(seq: seq, at: decision.draft.now)
    decision.draft.isNumbered = isNumbered
    change(slot, &decision) {
      $0.lastRefusal = Refused(refusal: refusal, moment: moment)
      if waits { $0.pendingSince = moment.seq }
    }
    if waits { decision.note(.R34) }
    decision.reply(.refused(sessions[slot].id, refusal.error, by: refusal.by), refusal.reason)
  }

  /// The highest in rank of the sessions in the classes and standings that meet `session`, have a
  /// route and satisfy `isWanted`.
  private func newest(
    in wanted: ClassSet,
    _ standings: [Standing],
    meeting session: Session,
    _ isWanted: (Session) -> Bool
  ) -> Slot? {
    var found: Slot?
    for standing in standings {
      var walk = sessions.walk(standing, in: wanted, around: session.scope)
      while let slot = walk.next(in: sessions) {
        let other = sessions[slot]
        guard other.scope.meets(session.scope), hasRoute(slot), isWanted(other) else { continue }
        if let best = found, rank(best) > rank(slot) { continue }
        found = slot
      }
    }
    return found
  }

  /// False for a session interrupted because its output went; it refuses nobody any more (R34).
  private func hasRoute(_ slot: Slot) -> Bool { !sessions[slot].conditions.contains(.route) }

  /// By priority, then by activation; greater is higher.
  private func rank(_ slot: Slot) -> (Int, UInt64) {
    (sessions[slot].priority.level, sessions[slot].activation)
  }
}

extension Session {
  /// Whether it was told to resume so lately that it may activate from the background (R11).
  func mayResume(at now: Instant) -> Bool { mayResumeUntil.map { now < $0 } ?? false }
}
