import AudioSessionTypes

/// R13: turns what changed into effects, in R13's order; nothing else sends anything to clients.
///
/// Each session that was touched is compared with itself before the decision, as it is shown. So
/// everything is told exactly once, and a refused request, which changed nothing, tells nobody
/// anything.
///
/// The steps change nothing but the decision. They are `mutating` nevertheless: the arbiter is handed
/// to such a function by its address, and to any other as a copy.
extension Arbiter {
  mutating func announce(_ decision: inout Decision) {
    let news = gatherNews(&decision)
    if decision.draft.isNumbered {
      seq = decision.draft.number
      decision.seq = seq
    }
    // R14 comes first, since the reply may wait for the enforcers.
    if news.contains(.enforcement) { decision.append(.enforcementChanged, Reason(.R14)) }
    if let reply = decision.draft.reply { decision.emit(reply.effect, reply.reason) }
    for notice in decision.draft.notices { decision.emit(notice.effect, notice.reason) }
    let suspended = ranked(decision.draft.suspensionNotices)
    if news.contains(.state) { announceLifecycle(&decision) }
    let interruption = policy.suspensionIsTold ? InterruptionReason.appWasSuspended : nil
    for session in suspended {
      decision.emit(.didBecomeInactive(session.id, .system, interruption), Reason(.R47))
    }
    if news.contains(.state) { announceBeginnings(&decision) }
    for session in suspended where policy.suspensionIsTold {
      decision.emit(.began(session.id, .appWasSuspended, by: nil), Reason(.R47))
    }
    if news.contains(.gain) { announceDucking(&decision) }
    announceEndings(&decision)
    announceHints(&decision)
    announceRoute(&decision)
    for change in decision.draft.order where decision.draft[change].news.contains(.look) {
      decision.append(.changed(change.ranked.id), Reason(.R55))
    }
    announceDeadline(&decision)
  }

  /// Compares each session that was touched with itself before, and updates the counts.
  ///
  /// - Returns: What there is to tell of any of them.
  private mutating func gatherNews(_ decision: inout Decision) -> News {
    var all: News = []
    for place in decision.draft.touched.indices {
      let after = shown(decision.draft.touched[place].slot)
      let news = decision.draft.touched[place].settle(after)
      if news.isEmpty { continue }
      all.formUnion(news)
      if !decision.draft.touched[place].isNew {
        counts.add(decision.draft.touched[place].before, -1)
      }
      counts.add(after, 1)
    }
    counts.pending = pending.count
    decision.draft.rank(sessions)
    return all
  }

  private mutating func announceLifecycle(_ decision: inout Decision) {
    for change in decision.draft.order where decision.draft[change].news.contains(.state) {
      let id = change.ranked.id
      switch (decision.draft[change].before.state, sessions[change.ranked.slot].phase) {
      case (_, .active):
        decision.emit(.didBecomeActive(id), Reason(.R12))
      case (.active, .interrupted(let it)):
        decision.emit(.didBecomeInactive(id, .system, it.origin.reason), it.origin.cause)
      case (.active, .inactive(let it)) where !it.owesSuspensionNotice:
        decision.emit(.didBecomeInactive(id, .app, nil), Reason(.R24))
      default: continue
      }
    }
  }

  /// The slots, the latest activated first.
  private mutating func ranked(_ slots: [Slot]) -> [RankedSlot] {
    guard !slots.isEmpty else { return [] }
    return slots.map { RankedSlot($0, sessions[$0]) }.sorted(by: >)
  }

  private mutating func announceBeginnings(_ decision: inout Decision) {
    for change in decision.draft.order where decision.draft[change].before.state == .active {
      guard let origin = sessions[change.ranked.slot].interrupted?.origin else { continue }
      decision.emit(.began(change.ranked.id, origin.reason, by: origin.by), origin.cause)
    }
  }

  /// R19, R27: the gains that have changed; without a ramp for a session that just became active.
  private mutating func announceDucking(_ decision: inout Decision) {
    for change in decision.draft.order where decision.draft[change].news.contains(.gain) {
      guard let active = sessions[change.ranked.slot].active else { continue }
      let gain = decision.draft[change].after.gains.told
      let from = decision.draft[change].before.gains.told
      guard gain != from else {
        decision.note(.R16)
        continue
      }
      let wasActive = decision.draft[change].before.state == .active
      let falls = gain < from
      let ramp = !wasActive ? .zero : falls ? policy.duckRamp : policy.unduckRamp
      if !wasActive { decision.note(.R17) }
      decision.note(.R18)
      decision.note(.R19)
      let isBySwitch = active.isSilenced != decision.draft[change].wasSilenced
      decision.emit(
        .ducking(change.ranked.id, gain: gain, from: wasActive ? from : nil, ramp: ramp),
        Reason(isBySwitch ? .R62 : falls ? .R16 : .R27)
      )
    }
  }

  /// R24, then R34: the interruptions that ended, and the invitations.
  private mutating func announceEndings(_ decision: inout Decision) {
    guard !decision.draft.endings.isEmpty || !decision.draft.invitations.isEmpty else { return }
    let told = decision.draft.endings.filter { $0.isTold }.sorted { $0.turn > $1.turn }
    if told.count < decision.draft.endings.count { decision.note(.R24) }
    for ending in told {
      decision.emit(.ended(ending.id, shouldResume: ending.shouldResume), ending.reason)
    }
    for ending in told {
      decision.emit(
        .recommendation(ending.id, ending.shouldResume ? .shouldResume : .shouldNotResume),
        ending.reason
      )
    }
    for invitation in decision.draft.invitations {
      decision.emit(.recommendation(invitation.id, invitation.recommendation), Reason(.R34))
    }
  }

  private mutating func announceRoute(_ decision: inout Decision) {
    guard !decision.draft.rerouted.isEmpty else { return }
    let rerouted = decision.draft.rerouted.enumerated().map { turn, change in
      (RankedSlot(change.slot, sessions[change.slot]), turn, change.reason)
    }
    // Two changes for one session, waking up and a route that is gone, keep their order.
    for (ranked, _, reason) in rerouted.sorted(by: { ($0.0, $1.1) > ($1.0, $0.1) })
    where !sessions[ranked.slot].isClosed {
      if let reason {
        decision.emit(.routeChanged(ranked.id, reason), Reason(.R40))
      } else {
        decision.emit(.hardwareChanged(ranked.id), Reason(.R67))
      }
    }
  }

  private mutating func announceDeadline(_ decision: inout Decision) {
    let next = deadlines.earliest
    guard next?.at != announcedDeadline else { return }
    announcedDeadline = next?.at
    decision.append(.wake(at: announcedDeadline), Reason(next?.isLease == true ? .R48 : .R30))
  }
}

extension Counts {
  /// Counts a session in, or out with a `sign` of −1; a closed one isn't counted.
  mutating func add(_ session: Shown, _ sign: Int) {
    guard !session.isClosed else { return }
    sessions += sign
    switch session.state {
    case .active: active += sign
    case .interrupted: interrupted += sign
    case .inactive: break
    }
    if session.isDucked { ducked += sign }
    if session.leaseLength != nil { leases += sign }
  }
}
