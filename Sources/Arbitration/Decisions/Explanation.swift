package import AudioSessionTypes

/// One cause of a session's state, as data; the shell has the words.
package struct Explanation: Equatable, Sendable, BitwiseCopyable {
  package var effect: SessionEffect
  package var reason: Reason
  package var by: SessionID?
  /// With `refused`: the error it was refused with.
  package var error: ArbitrationError?
  /// With `interrupted`, where no session does it.
  package var interruption: InterruptionReason?
  package var since: Instant
  /// The decision as of which it holds.
  package var seq: UInt64
}

extension Arbiter {
  /// The causes of the session's state; none if it is free.
  package func explanations(of id: SessionID) -> [Explanation] {
    guard let slot = sessions.slot(of: id) else { return [] }
    return explainInterruption(slot) + explainOffer(slot) + explainDucking(slot)
      + explainSilence(slot) + explainRefusal(slot)
  }

  private func explainInterruption(_ slot: Slot) -> [Explanation] {
    let session = sessions[slot]
    guard let interruption = session.interruption else { return [] }
    var causes: [Explanation] = []
    if !session.conditions.isEmpty {
      causes.append(
        Explanation(
          effect: .interrupted,
          reason: interruption.cause,
          interruption: interruption.reason,
          since: interruption.moment.at,
          seq: interruption.moment.seq
        )
      )
    }
    for (blocker, reason, since) in claims.blockers(of: slot) {
      causes.append(explain(sessions[blocker], reason, since))
    }
    return causes.sorted { ($0.by?.number ?? 0) < ($1.by?.number ?? 0) }
  }

  /// Explains one blocker: it is active, is interrupted itself, or holds an offer.
  private func explain(_ holder: Session, _ reason: Reason, _ since: Moment) -> Explanation {
    switch holder.state {
    case .active:
      return Explanation(
        effect: .interrupted,
        reason: reason,
        by: holder.id,
        since: since.at,
        seq: since.seq
      )
    case .interrupted, .inactive:
      let waiting = holder.offer?.moment ?? holder.interruption?.moment ?? since
      return Explanation(
        effect: .waiting,
        reason: Reason(holder.offer == nil ? .R28 : .R30),
        by: holder.id,
        since: waiting.at,
        seq: waiting.seq
      )
    }
  }

  private func explainOffer(_ slot: Slot) -> [Explanation] {
    guard let offer = sessions[slot].offer else { return [] }
    return [
      Explanation(
        effect: .offered,
        reason: Reason(.R30),
        since: offer.moment.at,
        seq: offer.moment.seq
      )
    ]
  }

  private func explainDucking(_ slot: Slot) -> [Explanation] {
    var causes: [Explanation] = []
    for (ducker, reason) in duckers(of: slot) {
      let moments = [sessions[slot].contenderSince, sessions[ducker].contenderSince, policySince]
      let since = moments.max { $0.seq < $1.seq } ?? policySince
      causes.append(
        Explanation(
          effect: .ducked,
          reason: reason,
          by: sessions[ducker].id,
          since: since.at,
          seq: since.seq
        )
      )
    }
    return causes.sorted { ($0.by?.number ?? 0) < ($1.by?.number ?? 0) }
  }

  private func explainSilence(_ slot: Slot) -> [Explanation] {
    let session = sessions[slot]
    guard session.isSilenced else { return [] }
    let since = session.silencedSince
    return [Explanation(effect: .silenced, reason: Reason(.R62), since: since.at, seq: since.seq)]
  }

  private func explainRefusal(_ slot: Slot) -> [Explanation] {
    guard let refused = sessions[slot].lastRefusal else { return [] }
    return [
      Explanation(
        effect: .refused,
        reason: refused.refusal.reason,
        by: refused.refusal.by,
        error: refused.refusal.error,
        since: refused.moment.at,
        seq: refused.moment.seq
      )
    ]
  }
}
