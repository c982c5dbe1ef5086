import AudioSessionTypes

/// Section 4: who ducks whom, as a function of who is active; kept as tallies of the ducked.
extension Arbiter {
  /// What one active session does to another, if the table has anybody duck.
  private struct Pair {
    var ducker: Slot?
    var reason: Reason
    /// How deep the loser is ducked.
    var depth = Interactions.noDepth
  }

  /// R16: whether the one active session ducks the other, and by which square of the table.
  func ducks(_ ducker: Slot, _ other: Slot) -> Reason? {
    let pair = pair(ducker, other)
    return pair.ducker == ducker ? pair.reason : nil
  }

  /// Which of two active sessions ducks the other, if any, and what that rests on.
  private func pair(_ one: Slot, _ other: Slot) -> Pair {
    let isNewcomer = sessions[one].activation > sessions[other].activation
    let (newcomer, current) = isNewcomer ? (one, other) : (other, one)
    let (comer, sitter) = (sessions.contender(newcomer), sessions.contender(current))
    let encounter = encounter(comer, sitter)
    switch encounter.outcome {
    case .interrupt where !comer.like.ducksWhatItInterrupts, .mix, .refuse:
      return Pair(ducker: nil, reason: encounter.reason)
    case .duck, .interrupt:
      let depth = interactions.depth(encounter, comer, sitter)
      return Pair(ducker: newcomer, reason: encounter.reason, depth: depth)
    case .duckNewcomer:
      let depth = interactions.depth(encounter, sitter, comer)
      return Pair(ducker: current, reason: encounter.reason, depth: depth)
    }
  }

  /// Counts the session into the tallies of all that it ducks, and all that duck it into its own.
  mutating func duck(_ slot: Slot, _ decision: inout Decision) {
    tally(slot, &decision, isCounted: true)
  }

  /// Takes the session out of every tally, and everybody out of its own.
  mutating func unduck(_ slot: Slot, _ decision: inout Decision) {
    tally(slot, &decision, isCounted: false)
  }

  /// The classes with which the session may stand in ducking.
  func related(to slot: Slot) -> ClassSet {
    interactions.classes.related[Int(sessions.contender(slot).place)]
  }

  /// Walks the pairs that the session may form with active ones, and counts each one's loser.
  private mutating func tally(_ slot: Slot, _ decision: inout Decision, isCounted: Bool) {
    var others: [Slot] = []
    swap(&others, &decision.draft.others)
    others.removeAll(keepingCapacity: true)
    var walk = sessions.walk(.active, in: related(to: slot), around: sessions[slot].scope)
    while let other = walk.next(in: sessions) {
      if other != slot { others.append(other) }
    }
    for other in others {
      let pair = pair(slot, other)
      // R41 and R52 withhold; a square of the table that says `mix` has nothing to say.
      let isNoted = pair.ducker != nil || pair.reason.rule != .R59
      if isCounted && isNoted { decision.note(pair.reason) }
      guard let ducker = pair.ducker else { continue }
      let loser = ducker == slot ? other : slot
      decision.draft.remember(loser, sessions[loser])
      count(loser, by: sessions[ducker].id, pair.depth, isCounted: isCounted)
    }
    swap(&others, &decision.draft.others)
  }

  private mutating func count(_ slot: Slot, by id: SessionID, _ depth: UInt16, isCounted: Bool) {
    let deepest = sessions[slot].depth
    let left =
      isCounted
      ? depths.add(slot, depth, deepest: deepest) : depths.remove(slot, depth, deepest: deepest)
    sessions.tally(slot) {
      $0.depth = left
      if isCounted { $0.duckers.add(id) } else { $0.duckers.remove(id) }
    }
  }

  /// R18: one level, the lowest of all its duckers', and 1 for whoever isn't active; R62: 0 for whom
  /// the silent switch silences.
  static func gain(of session: Session, _ gains: [Double]) -> Double {
    guard session.state == .active else { return 1 }
    if session.isSilenced { return 0 }
    return session.depth == Interactions.noDepth ? 1 : gains[Int(session.depth)]
  }

  func gain(of session: Session) -> Double { Arbiter.gain(of: session, interactions.gains) }

  /// Who ducks the session, with what it rests on; asked of the table again.
  ///
  /// - Parameters:
  ///   - slot: The session.
  ///   - limit: How many to look for.
  /// - Returns: Each ducker, with the rule and the square of the table.
  func duckers(of slot: Slot, limit: Int = .max) -> [(slot: Slot, reason: Reason)] {
    guard sessions[slot].state == .active else { return [] }
    var found: [(slot: Slot, reason: Reason)] = []
    var walk = sessions.walk(.active, in: related(to: slot), around: sessions[slot].scope)
    while found.count < limit, let other = walk.next(in: sessions) {
      guard other != slot, let reason = ducks(other, slot) else { continue }
      found.append((other, reason))
    }
    return found
  }

  /// R61: everybody's ducking by a new policy.
  mutating func duckAnew(_ decision: inout Decision) {
    depths = DepthCounts(interactions.gains.count)
    var walk = sessions.walk(.active)
    while let slot = walk.next(in: sessions) {
      decision.draft.remember(slot, sessions[slot])
      sessions.tally(slot) {
        $0.duckers = Tally()
        $0.depth = Interactions.noDepth
      }
      for (ducker, reason) in duckers(of: slot) {
        decision.note(reason)
        count(slot, by: sessions[ducker].id, pair(ducker, slot).depth, isCounted: true)
      }
    }
  }
}
