import AudioSessionTypes

/// Section 4: ducking, a function of the sessions that are active; each session keeps a tally of
/// its duckers, so that a change costs only the pairs that it touches.
extension Arbiter {
  /// The outcome for two active sessions.
  private struct Pair {
    /// The one that ducks the other, if either does.
    var ducker: Slot?
    var reason: Reason
    var depth = Duckers.Depth(place: Interactions.noDepth, isAsked: false)
  }

  /// R16: the reason why the one active session ducks the other; nil if it doesn't.
  func ducks(_ ducker: Slot, _ other: Slot) -> Reason? {
    let pair = pair(ducker, other)
    return pair.ducker == ducker ? pair.reason : nil
  }

  private func pair(_ one: Slot, _ other: Slot) -> Pair {
    pair(one, sessions[one].activation, other)
  }

  /// Asks the table about two active sessions; the later activated is the newcomer.
  @inline(__always)
  private func pair(_ one: Slot, _ activation: UInt64, _ other: Slot) -> Pair {
    let isNewcomer = activation > sessions[other].activation
    let (newcomer, current) = isNewcomer ? (one, other) : (other, one)
    let (comer, sitter) = (sessions.contender(newcomer), sessions.contender(current))
    let encounter = interactions.encounter(comer, sitter)
    switch encounter.outcome {
    case .interrupt where !comer.like.ducksWhatItInterrupts, .mix, .refuse:
      return Pair(ducker: nil, reason: encounter.reason)
    case .duck, .askToDuck, .interrupt:
      let place = interactions.depth(encounter, comer, sitter)
      let depth = Duckers.Depth(place: place, isAsked: encounter.isAsked)
      return Pair(ducker: newcomer, reason: encounter.reason, depth: depth)
    case .duckNewcomer:
      let place = interactions.depth(encounter, sitter, comer)
      let depth = Duckers.Depth(place: place, isAsked: encounter.isAsked)
      return Pair(ducker: current, reason: encounter.reason, depth: depth)
    }
  }

  /// Adds the session to the duckers of those that it ducks, and those that duck it to its own.
  mutating func duck(_ slot: Slot, _ decision: inout Decision) {
    let id = sessions[slot].id
    var walk = walkRelated(to: slot)
    while let other = walk.next(in: sessions) {
      guard other != slot else { continue }
      let pair = pair(slot, other)
      // R41, R52 and R63 keep sessions apart; a square of the table that says `mix` is no reason.
      if pair.ducker != nil || pair.reason.rule != .R59 { decision.note(pair.reason) }
      if pair.ducker == slot {
        remember(other, &decision)
        duckers.add(id, to: other, at: pair.depth)
      } else if pair.ducker == other {
        duckers.add(sessions[other].id, to: slot, at: pair.depth)
      }
    }
  }

  /// Undoes ``duck(_:_:)``, for a session that had this activation and has its contender still.
  mutating func unduck(_ slot: Slot, _ activation: UInt64, _ decision: inout Decision) {
    let id = sessions[slot].id
    var walk = walkRelated(to: slot)
    while let other = walk.next(in: sessions) {
      guard other != slot else { continue }
      let pair = pair(slot, activation, other)
      guard pair.ducker == slot else { continue }
      remember(other, &decision)
      duckers.remove(id, from: other, at: pair.depth)
    }
    duckers.removeAll(of: slot)
  }

  /// A walk through the active sessions that may duck the session, or be ducked by it; itself among
  /// them.
  @inline(__always)
  func walkRelated(to slot: Slot) -> SessionTable.Walk {
    let contender = sessions.contender(slot)
    let classes = interactions.classes.related[Int(contender.place)]
    return sessions.walk(.active, in: classes, around: contender.scope)
  }

  /// The session's gains: the lowest that its duckers ask for (R18), 0 where the silent switch
  /// silences it (R62), and 1 while it isn't active.
  @inline(__always)
  func gains(of slot: Slot) -> Gains {
    guard let active = sessions[slot].active else { return Gains() }
    if active.isSilenced { return Gains(enforced: 0, told: 0) }
    let enforced = interactions.gain(duckers.depth(slot))
    if interactions.tellsWhatIsEnforced { return Gains(enforced: enforced, told: enforced) }
    let asked = interactions.gain(duckers.askedDepth(slot))
    let isTold = policy.tellDucked || sessions.owner(slot).watchesLifecycle
    return Gains(enforced: enforced, told: isTold ? min(enforced, asked) : asked)
  }

  /// Finds the session's duckers by asking the table again.
  ///
  /// - Returns: Each ducker, with the rule and the square of the table.
  func duckers(of slot: Slot) -> [(slot: Slot, reason: Reason)] {
    var found: [(slot: Slot, reason: Reason)] = []
    forEachDucker(of: slot, limit: .max) { found.append(($0, $1)) }
    return found
  }

  /// Passes up to `limit` of the session's duckers to `body`, in the same way.
  func forEachDucker(of slot: Slot, limit: Int, _ body: (Slot, Reason) -> Void) {
    guard sessions[slot].isActive else { return }
    var left = limit
    var walk = walkRelated(to: slot)
    while left > 0, let other = walk.next(in: sessions) {
      guard other != slot, let reason = ducks(other, slot) else { continue }
      body(other, reason)
      left -= 1
    }
  }

  /// R61: works out all ducking by a new policy.
  mutating func restartAllDucking(_ decision: inout Decision) {
    duckers = Duckers(interactions)
    var walk = sessions.walk(.active)
    while let slot = walk.next(in: sessions) {
      for (ducker, reason) in duckers(of: slot) {
        decision.note(reason)
        duckers.add(sessions[ducker].id, to: slot, at: pair(ducker, slot).depth)
      }
    }
  }
}
