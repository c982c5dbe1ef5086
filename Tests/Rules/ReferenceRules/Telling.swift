import AudioSessionArbitration
import AudioSessionTypes

/// R13: what happened, in the order in which it is told.
extension NaiveArbiter {
  func effects(since before: NaiveArbiter) -> [Effect] {
    var effects: [Effect] = []
    if let reply = round.reply { effects.append(reply) }
    effects += round.closed.map { Effect.closed($0, $1) }
    effects += latestActivatedFirst(round.mutes)
    effects += latestActivatedFirst(round.lifecycle)
    effects += latestActivatedFirst(round.began)
    effects += duckings(since: before)
    let ended = round.ended.sorted { wasInterruptedLater($0.session, $1.session) }
    effects += ended.map { .ended($0.session.id, shouldResume: $0.shouldResume) }
    effects += ended.map { entry in
      .recommendation(entry.session.id, entry.shouldResume ? .shouldResume : .shouldNotResume)
    }
    effects += round.invited.map { Effect.recommendation($0, $1) }
    effects += hints(since: before)
    effects += latestActivatedFirst(
      round.routes.map { id, reason in
        (id, reason.map { Effect.routeChanged(id, $0) } ?? .hardwareChanged(id))
      }
    )
    return effects
  }

  /// Among those never activated the higher number comes first, as the later opened.
  private func latestActivatedFirst(_ entries: [(id: SessionID, effect: Effect)]) -> [Effect] {
    entries.sorted { left, right in
      (self[left.id].activation, left.id) > (self[right.id].activation, right.id)
    }
    .map(\.effect)
  }

  /// R18, R19: every active session whose gain isn't what its owner takes it to be.
  private func duckings(since before: NaiveArbiter) -> [Effect] {
    latestActivatedFirst(
      sessions.filter(\.isActive).compactMap { session in
        let gain = toldGain(of: session)
        let earlier = before.sessions.first { $0.id == session.id && $0.isActive }
        guard let earlier else {
          let effect = Effect.ducking(session.id, gain: gain, from: nil, ramp: .zero)
          return gain == 1 ? nil : (session.id, effect)
        }
        let from = before.toldGain(of: earlier)
        let ramp = gain < from ? policy.duckRamp : policy.unduckRamp
        let effect = Effect.ducking(session.id, gain: gain, from: from, ramp: ramp)
        return gain == from ? nil : (session.id, effect)
      }
    )
  }

  /// R45: only who was active and in the foreground before and is so now is told.
  private func hints(since before: NaiveArbiter) -> [Effect] {
    latestActivatedFirst(
      sessions.compactMap { session in
        guard let earlier = before.sessions.first(where: { $0.id == session.id }),
          [earlier, session].allSatisfy({ $0.isActive && $0.isForeground })
        else { return nil }
        let isSilenced = isAskedForSilence(session)
        let effect = Effect.hint(session.id, isSilenced: isSilenced)
        return isSilenced == before.isAskedForSilence(earlier) ? nil : (session.id, effect)
      }
    )
  }
}
