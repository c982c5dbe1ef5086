import AudioSessionTypes

/// R50: the machine sleeps and wakes.
extension Arbiter {
  /// Interrupts the normal sessions of users whose machine goes to sleep; those of users whose
  /// machine is awake again are freed and told of the route.
  ///
  /// - Parameters:
  ///   - before: The former reporters of the machine's sleep.
  ///   - decision: What follows.
  mutating func settleSleep(_ before: [Reporter], _ decision: inout Decision) {
    if policy.interruptOnSleep {
      let stopped = sessions.slots(.active, in: interactions.classes.normal) { slot in
        let user = sessions.owner(slot).user
        return !before.cover(user) && system.holds(.sleeping, for: user)
      }
      for slot in stopped {
        interrupt(slot, for: .sleep, reason: .default, rule: .R50, &decision)
      }
    }
    let awake = sessions.all { slot in
      let user = sessions.owner(slot).user
      return !sessions[slot].isClosed && before.cover(user) && !system.holds(.sleeping, for: user)
    }
    for slot in awake { tellOfRoute(slot, .wakeFromSleep, &decision) }
    for slot in awake where sessions[slot].interrupted?.conditions.contains(.sleep) == true {
      lift(.sleep, from: slot, &decision)
    }
  }
}
