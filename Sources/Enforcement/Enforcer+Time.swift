/// Deadlines, and what happens when they pass.
extension Enforcer {
  /// The latest time for ``EnforcerEvent/timePassed``, on the same clock as `now`; nil if nothing
  /// waits.
  package var deadline: Duration? {
    let waits = programs.values.flatMap { program in
      [program.waitsUntil, program.lingersUntil] + program.heldPlayers.values.map { $0.deadline }
    }
    let all = waits + [streams.deadline, history.nextJudgement(by: settings.rules)]
    return (all.compactMap { $0 } + unheard.map { $0.until }).min()
  }

  mutating func passTime(at now: Duration) {
    for id in streams.timedIDs {
      guard let stream = streams[id], stream.fader.isMoving else { continue }
      perform(streams.advance(id, stops: stops(stream), to: now))
    }
    for key in orderedKeys {
      guard let program = programs[key] else { continue }
      if let until = program.waitsUntil, until <= now {
        // The daemon is slow: the program is heard meanwhile.
        programs[key]?.waitsUntil = nil
        closeIfUnused(key)
        setLevels(of: key, at: now)
      }
      if let until = program.lingersUntil, until <= now {
        programs[key]?.lingersUntil = nil
        if program.adoption.whileHeard && isRunning(program) { fallSilent(key, at: now) }
        if !isRunning(program) && !program.isHeld { programs[key]?.isWanted = false }
        closeIfUnused(key)
        settle(key, at: now)
        setLevels(of: key, at: now)
      }
    }
    listen(until: now)
    expirePlayers(at: now)
    judge(streamsOf: history.takeDue(by: settings.rules, at: now), at: now)
  }

  /// Closes the session of an idle program until it runs again, so that it doesn't hold others
  /// back.
  private mutating func closeIfUnused(_ key: ProgramKey) {
    guard let program = programs[key], !program.isWanted, !program.isHeld else { return }
    close(key)
  }
}

extension PlayerHold {
  var deadline: Duration? {
    if case .pausing(let until) = self { until } else { nil }
  }
}
