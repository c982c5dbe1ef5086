import AudioSessionTypes

/// Section 4: ducking, a function of the sessions that are active; each session keeps a tally of
/// its duckers, so that a change costs only the pairs that it touches.
extension Arbiter {
  /// The outcome for two active sessions.
  private struct Pair {
    /// The one that ducks the other, if either does.
    var ducker: Slot?
    var reason: Reason
    /// The place in ``Interactions/gains`` of the ducked session's gain.
    var depth = Interactions.noDepth
  }

  /// R16: the reason why the one active session ducks the other; nil if it doesn't.
  func ducks(_ ducker: Slot, _ other: Slot) -> Reason? {
    let pair = pair(ducker, other)
    return pair.ducker == ducker ? pair.reason : nil
  }

  /// Asks the table about two active sessions; the later activated is the newcomer.
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

  /// Adds the session to the tallies of those that it ducks, and those that duck it to its own.
  mutating func duck(_ slot: Slot, _ decision: inout Decision) {
    updateTallies(around: slot, isCounted: true, &decision)
  }

  /// Undoes ``duck(_:_:)``.
  mutating func unduck(_ slot: Slot, _ decision: inout Decision) {
    updateTallies(around: slot, isCounted: false, &decision)
  }

  /// The classes whose sessions may duck the session, or be ducked by it.
  func related(to slot: Slot) -> ClassSet {
    interactions.classes.related[Int(sessions.contender(slot).place)]
  }

  /// Asks for each pair that the session may form with an active one, and updates the tally of the
  /// pair's ducked session.
  private mutating func updateTallies(
    around slot: Slot,
    isCounted: Bool,
    _ decision: inout Decision
  ) {
    var others: [Slot] = []
    swap(&others, &decision.draft.others)
    others.removeAll(keepingCapacity: true)
    var walk = sessions.walk(.active, in: related(to: slot), around: sessions[slot].scope)
    while let other = walk.next(in: sessions) {
      if other != slot { others.append(other) }
    }
    for other in others {
      let pair = pair(slot, other)
      // R41, R52 and R63 keep sessions apart; a square of the table that says `mix` is no reason.
      let isNoted = pair.ducker != nil || pair.reason.rule != .R59
      if isCounted && isNoted { decision.note(pair.reason) }
      guard let ducker = pair.ducker else { continue }
      let ducked = ducker == slot ? other : slot
      decision.draft.remember(ducked, sessions[ducked])
      updateTally(of: ducked, by: sessions[ducker].id, pair.depth, isCounted: isCounted)
    }
    swap(&others, &decision.draft.others)
  }

  private mutating func updateTally(
    of slot: Slot,
    by id: SessionID,
    _ depth: UInt16,
    isCounted: Bool
  ) {
    let deepest = sessions[slot].depth
    let left =
      isCounted
      ? depths.add(slot, depth, deepest: deepest) : depths.remove(slot, depth, deepest: deepest)
    sessions.updateDucking(slot) {
      $0.depth = left
      if isCounted { $0.duckers.add(id) } else { $0.duckers.remove(id) }
    }
  }

  /// The session's gain, linear, 0…1: the lowest that its duckers ask for (R18), 0 where the silent
  /// switch silences it (R62), and 1 while it isn't active.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - gains: The gains of its depths, those in force or those before the decision.
  /// - Returns: The gain.
  static func gain(of session: Session, _ gains: [Double]) -> Double {
    guard session.state == .active else { return 1 }
    if session.isSilenced { return 0 }
    return session.depth == Interactions.noDepth ? 1 : gains[Int(session.depth)]
  }

  func gain(of session: Session) -> Double { Arbiter.gain(of: session, interactions.gains) }

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
    guard sessions[slot].state == .active else { return }
    var left = limit
    var walk = sessions.walk(.active, in: related(to: slot), around: sessions[slot].scope)
    while left > 0, let other = walk.next(in: sessions) {
      guard other != slot, let reason = ducks(other, slot) else { continue }
      body(other, reason)
      left -= 1
    }
  }

  /// R61: works out all ducking by a new policy.
  mutating func restartAllDucking(_ decision: inout Decision) {
    depths = DepthCounts(interactions.gains.count)
    var walk = sessions.walk(.active)
    while let slot = walk.next(in: sessions) {
      decision.draft.remember(slot, sessions[slot])
      sessions.updateDucking(slot) {
        $0.duckers = Tally()
        $0.depth = Interactions.noDepth
      }
      for (ducker, reason) in duckers(of: slot) {
        decision.note(reason)
        let depth = pair(ducker, slot).depth
        updateTally(of: slot, by: sessions[ducker].id, depth, isCounted: true)
      }
    }
  }
}
