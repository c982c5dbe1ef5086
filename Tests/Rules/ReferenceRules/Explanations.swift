package import AudioSessionArbitration
package import AudioSessionTypes

/// The causes of a session's state, as `policy.explain` gives them.
///
/// The core's own explanation can't be made outside the core.
package struct NaiveExplanation: Equatable, Sendable {
  package var session: SessionID
  package var effect: SessionEffect
  package var reason: Reason
  package var by: SessionID?
  package var error: ArbitrationError?
  package var interruption: InterruptionReason?
  package var since: Mark

  /// All that the core says of a session.
  package static func all(of id: SessionID, in arbiter: borrowing Arbiter) -> [NaiveExplanation] {
    arbiter.explanations(of: id).map { explanation in
      NaiveExplanation(
        session: id,
        effect: explanation.effect,
        reason: explanation.reason,
        by: explanation.by,
        error: explanation.error,
        interruption: explanation.interruption,
        since: Mark(seq: explanation.seq, at: explanation.since)
      )
    }
  }
}

/// A decision and its time.
package struct Mark: Equatable, Sendable {
  package var seq: UInt64
  package var at: Instant
}

/// When and why things came to be; nothing is decided by it.
struct Memory: Equatable {
  /// The reason of a claim.
  struct Claim {
    var reason: Reason
    var since: Mark
  }

  /// Since when an active session stands to the others as it does.
  var standing: [SessionID: Mark] = [:]
  /// The interruptions that last, and what did them.
  var interruptions: [SessionID: Claim] = [:]
  /// For each interrupted session, its blockers.
  var claims: [SessionID: [SessionID: Claim]] = [:]
  var offers: [SessionID: Mark] = [:]
  /// Since when the silent switch concerns an active session (R62).
  var silences: [SessionID: Mark] = [:]
  var refusals: [SessionID: NaiveExplanation] = [:]
  var policy = Mark(seq: 0, at: Instant(nanoseconds: 0))

  /// Two arbiters that remember otherwise decide the same.
  static func == (left: Memory, right: Memory) -> Bool { true }
}

extension NaiveArbiter {
  /// All explanations of all sessions, by number, in the order of `policy.explain`.
  package var explanations: [NaiveExplanation] {
    sessions.flatMap { session in
      var causes = interruption(of: session)
      causes += offer(to: session)
      causes += ducking(of: session)
      causes += silence(of: session)
      if let refusal = memory.refusals[session.id] { causes.append(refusal) }
      return causes
    }
  }

  /// The decision under way; what changes anything takes the next number.
  var mark: Mark { Mark(seq: seq + 1, at: round.now) }

  /// The reason of the square of two sessions, or the rule that replaces it (R9).
  func reason(_ newcomer: NaiveSession, _ current: NaiveSession) -> Reason {
    if hasBanner(newcomer, current) { return Reason(.R41) }
    if isAdmittedByR9(newcomer, current) { return Reason(.R9) }
    return Reason(.R59, Cell(newcomer.kind, current.kind))
  }

  /// Notes since when the active sessions stand as they do: active, activated, and of their sort.
  mutating func noteStandings(since before: NaiveArbiter) {
    for session in sessions where session.isActive {
      let earlier = before.sessions.first { $0.id == session.id && $0.isActive }
      let isTheSame = earlier.map { stand($0) == stand(session) } ?? false
      if !isTheSame { memory.standing[session.id] = mark }
      let wasSilenced = earlier.map(before.isSilenced) ?? false
      if isSilenced(session) && !wasSilenced { memory.silences[session.id] = mark }
    }
  }

  /// All that the table and what bends it ask of an active session.
  private func stand(_ session: NaiveSession) -> [String] {
    [
      "\(session.activation)", "\(session.kind)", session.priority.rawValue,
      "\(session.configuration.category == .playback)",
      "\(session.prefers(.prefersNoInterruptionsFromSystemAlerts))",
      "\(session.priority == .ringtone && session.configuration.alertStyle == .banner)",
    ]
  }

  private func interruption(of session: NaiveSession) -> [NaiveExplanation] {
    guard session.state == .interrupted, let made = memory.interruptions[session.id] else {
      return []
    }
    var causes: [NaiveExplanation] = []
    for blocker in session.blockers {
      guard case .session(let id) = blocker else {
        var cause = explain(session, .interrupted, made.reason, made.since)
        cause.interruption = session.interruptionReason
        causes.append(cause)
        continue
      }
      guard let claim = memory.claims[session.id]?[id] else { continue }
      var cause = explain(session, .interrupted, claim.reason, claim.since)
      cause.by = id
      if !self[id].isActive {
        let offer = self[id].offer == nil ? nil : memory.offers[id]
        cause.effect = .waiting
        cause.reason = Reason(offer == nil ? .R28 : .R30)
        cause.since = offer ?? memory.interruptions[id]?.since ?? claim.since
      }
      causes.append(cause)
    }
    return causes.sorted { $0.by?.number ?? 0 < $1.by?.number ?? 0 }
  }

  private func offer(to session: NaiveSession) -> [NaiveExplanation] {
    guard session.offer != nil, let since = memory.offers[session.id] else { return [] }
    return [explain(session, .offered, Reason(.R30), since)]
  }

  private func silence(of session: NaiveSession) -> [NaiveExplanation] {
    guard isSilenced(session), let since = memory.silences[session.id] else { return [] }
    return [explain(session, .silenced, Reason(.R62), since)]
  }

  private func ducking(of session: NaiveSession) -> [NaiveExplanation] {
    duckers(of: session).map { ducker in
      let isLater = ducker.activation > session.activation
      let reason = isLater ? reason(ducker, session) : reason(session, ducker)
      let stand = [session.id, ducker.id].compactMap { memory.standing[$0] }
      let since = (stand + [memory.policy]).max { $0.seq < $1.seq } ?? memory.policy
      var cause = explain(session, .ducked, reason, since)
      cause.by = ducker.id
      return cause
    }
  }

  private func explain(
    _ session: NaiveSession,
    _ effect: SessionEffect,
    _ reason: Reason,
    _ since: Mark
  ) -> NaiveExplanation {
    NaiveExplanation(session: session.id, effect: effect, reason: reason, since: since)
  }
}
