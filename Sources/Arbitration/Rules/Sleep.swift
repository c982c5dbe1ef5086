import AudioSessionTypes

/// R50: the machine sleeps and wakes.
extension Arbiter {
  mutating func setSleeping(
    _ isSleeping: Bool,
    _ reporter: Reporter,
    _ decision: inout Decision
  ) {
    sleep(system.sleeping.saying(isSleeping, reporter), &decision)
    note(reporter, among: system.sleeping, &decision)
  }

  /// Interrupts normal sessions before sleep; on waking frees them and tells of the route.
  mutating func sleep(_ reporters: [Reporter], _ decision: inout Decision) {
    let before = system.sleeping
    guard before != reporters else { return }
    system.sleeping = reporters
    decision.draft.isNumbered = true
    decision.note(.R50)
    if policy.interruptOnSleep { fallAsleep(before, &decision) }
    wake(before, &decision)
  }

  private mutating func fallAsleep(_ before: [Reporter], _ decision: inout Decision) {
    var silenced: [Slot] = []
    var walk = sessions.walk(.active, in: interactions.classes.normal)
    while let slot = walk.next(in: sessions) {
      let user = sessions[slot].owner.user
      if !SystemState.covers(before, user) && system.isSleeping(user) { silenced.append(slot) }
    }
    for slot in silenced {
      interrupt(slot, for: .sleep, reason: .default, rule: .R50, &decision)
    }
  }

  private mutating func wake(_ before: [Reporter], _ decision: inout Decision) {
    let woken = sessions.all { session in
      let user = session.owner.user
      let wakes = SystemState.covers(before, user) && !system.isSleeping(user)
      return wakes && !session.isClosed
    }
    for slot in woken { reroute(slot, .wakeFromSleep, &decision) }
    for slot in woken where sessions[slot].conditions.contains(.sleep) {
      lift(.sleep, from: slot, &decision)
    }
  }
}
