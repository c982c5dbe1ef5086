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

extension Explanation {
  fileprivate init(
    _ effect: SessionEffect,
    _ reason: Reason,
    _ since: Moment,
    by: SessionID? = nil
  ) {
    self.init(effect: effect, reason: reason, by: by, since: since.at, seq: since.seq)
  }
}

extension Arbiter {
  /// The causes of the session's state; none if it is free.
  package func explanations(of id: SessionID) -> [Explanation] {
    guard let slot = sessions.slot(of: id) else { return [] }
    return explainInterruption(slot) + explainOffer(slot) + explainDucking(slot)
      + explainSilence(slot) + explainRefusal(slot)
  }

  private func explainInterruption(_ slot: Slot) -> [Explanation] {
    guard let interrupted = sessions[slot].interrupted else { return [] }
    var causes: [Explanation] = []
    if !interrupted.conditions.isEmpty {
      let origin = interrupted.origin
      var cause = Explanation(.interrupted, origin.cause, origin.moment)
      cause.interruption = origin.reason
      causes.append(cause)
    }
    for (blocker, reason, since) in claims.blockers(of: slot) {
      causes.append(explain(sessions[blocker], reason, since))
    }
    return causes.sorted { ($0.by?.number ?? 0) < ($1.by?.number ?? 0) }
  }

  /// Explains one blocker: it is active, is interrupted itself, or holds an offer.
  private func explain(_ holder: Session, _ reason: Reason, _ since: Moment) -> Explanation {
    if holder.isActive { return Explanation(.interrupted, reason, since, by: holder.id) }
    let offer = holder.inactive?.offer
    return Explanation(
      .waiting,
      Reason(offer == nil ? .R28 : .R30),
      offer?.moment ?? holder.interrupted?.origin.moment ?? since,
      by: holder.id
    )
  }

  private func explainOffer(_ slot: Slot) -> [Explanation] {
    guard let offer = sessions[slot].inactive?.offer else { return [] }
    return [Explanation(.offered, Reason(.R30), offer.moment)]
  }

  private func explainDucking(_ slot: Slot) -> [Explanation] {
    var causes: [Explanation] = []
    for (ducker, reason) in duckers(of: slot) {
      let moments = [slot, ducker].map { sessions.details($0).contenderSince }
      let since = moments.reduce(policySince) { $1.seq > $0.seq ? $1 : $0 }
      causes.append(Explanation(.ducked, reason, since, by: sessions[ducker].id))
    }
    return causes.sorted { ($0.by?.number ?? 0) < ($1.by?.number ?? 0) }
  }

  private func explainSilence(_ slot: Slot) -> [Explanation] {
    guard sessions[slot].active?.isSilenced == true else { return [] }
    return [Explanation(.silenced, Reason(.R62), sessions.incidents(slot).silencedSince)]
  }

  private func explainRefusal(_ slot: Slot) -> [Explanation] {
    guard let refused = sessions.incidents(slot).lastRefusal else { return [] }
    let refusal = refused.refusal
    var cause = Explanation(.refused, refusal.reason, refused.moment, by: refusal.by)
    cause.error = refusal.error
    return [cause]
  }
}
