import AudioSessionTypes

/// Section 4: who ducks whom, as a function of who is active; kept as tallies of the ducked.
extension Arbiter {
  /// R16: whether the one active session ducks the other, and by which square of the table.
  func ducks(_ ducker: Slot, _ other: Slot) -> Reason? {
    let pair = pair(ducker, other)
    return pair.ducker == ducker ? pair.reason : nil
  }

  /// Which of two active sessions ducks the other, if any, and what that rests on.
  private func pair(_ one: Slot, _ other: Slot) -> (ducker: Slot?, reason: Reason) {
    let isNewcomer = sessions[one].activation > sessions[other].activation
    let (newcomer, current) = isNewcomer ? (one, other) : (other, one)
    let contender = sessions.contender(newcomer)
    let encounter = policy.encounter(contender, sessions.contender(current))
    let ducker: Slot? =
      switch encounter.outcome {
      case .duck: newcomer
      case .duckNewcomer: current
      case .interrupt: contender.kind.ducksWhatItInterrupts ? newcomer : nil
      case .mix, .refuse: nil
      }
    return (ducker, encounter.reason)
  }

  /// Counts the session into the tallies of all that it ducks, and all that duck it into its own.
  mutating func duck(_ slot: Slot, _ decision: inout Decision) {
    tally(slot, &decision, notes: true) { $0.add($1) }
  }

  /// Takes the session out of every tally, and everybody out of its own.
  mutating func unduck(_ slot: Slot, _ decision: inout Decision) {
    tally(slot, &decision, notes: false) { $0.remove($1) }
  }

  func related(to slot: Slot) -> ClassSet {
    classes.related[Int(sessions.contender(slot).kind.rawValue)]
  }

  /// Walks the pairs that the session may form with active ones, and counts each one's loser.
  private mutating func tally(
    _ slot: Slot,
    _ decision: inout Decision,
    notes: Bool,
    _ count: (inout Tally, SessionID) -> Void
  ) {
    var others: [Slot] = []
    swap(&others, &decision.draft.others)
    others.removeAll(keepingCapacity: true)
    var walk = sessions.walk(.active, in: related(to: slot))
    while let other = walk.next(in: sessions) {
      if other != slot { others.append(other) }
    }
    for other in others {
      let pair = pair(slot, other)
      // R41 and R52 withhold; a square of the table that says `mix` has nothing to say.
      if notes && (pair.ducker != nil || pair.reason.rule != .R59) { decision.note(pair.reason) }
      guard let ducker = pair.ducker else { continue }
      let loser = ducker == slot ? other : slot
      decision.draft.remember(loser, sessions[loser])
      record(loser, by: ducker, count)
    }
    swap(&others, &decision.draft.others)
  }

  private mutating func record(
    _ slot: Slot,
    by ducker: Slot,
    _ count: (inout Tally, SessionID) -> Void
  ) {
    let isStrong = sessions.contender(ducker).ducksStrongly(sessions.contender(slot))
    let id = sessions[ducker].id
    sessions.tally(slot) {
      if isStrong { count(&$0.strongDuckers, id) } else { count(&$0.duckers, id) }
    }
  }

  /// R18: one level, the lowest of all its duckers', and 1 for whoever isn't active.
  static func gain(of session: Session, _ levels: DuckLevels) -> Double {
    guard session.state == .active else { return 1 }
    let strong = session.strongDuckers.isEmpty ? 1 : levels.strong
    let ordinary = session.duckers.isEmpty ? 1 : levels.ordinary
    return min(strong, ordinary)
  }

  func gain(of session: Session) -> Double { Arbiter.gain(of: session, policy.duckLevels) }

  /// Who ducks the session, with what it rests on; asked of the table again.
  ///
  /// - Parameters:
  ///   - slot: The session.
  ///   - limit: How many to look for.
  /// - Returns: Each ducker, with the rule and the square of the table.
  func duckers(of slot: Slot, limit: Int = .max) -> [(slot: Slot, reason: Reason)] {
    guard sessions[slot].state == .active else { return [] }
    var found: [(slot: Slot, reason: Reason)] = []
    var walk = sessions.walk(.active, in: related(to: slot))
    while found.count < limit, let other = walk.next(in: sessions) {
      guard other != slot, let reason = ducks(other, slot) else { continue }
      found.append((other, reason))
    }
    return found
  }

  /// R61: everybody's ducking by a new policy.
  mutating func duckAnew(_ decision: inout Decision) {
    var walk = sessions.walk(.active)
    while let slot = walk.next(in: sessions) {
      decision.draft.remember(slot, sessions[slot])
      sessions.tally(slot) {
        $0.strongDuckers = Tally()
        $0.duckers = Tally()
      }
      for (ducker, reason) in duckers(of: slot) {
        decision.note(reason)
        record(slot, by: ducker) { $0.add($1) }
      }
    }
  }
}

extension Contender {
  /// R18: a call, a ring or an assistant over a normal session.
  fileprivate func ducksStrongly(_ ducked: Contender) -> Bool {
    switch priority {
    case .phoneCall, .ringtone, .assistant: ducked.priority == .normal
    case .normal, .alarm: false
    }
  }
}

/// The two depths of ducking, linear (R18).
struct DuckLevels: Equatable, BitwiseCopyable {
  var ordinary = 1.0
  var strong = 1.0
}

extension Policy {
  var duckLevels: DuckLevels { DuckLevels(ordinary: duckGain, strong: strongDuckGain) }
}
