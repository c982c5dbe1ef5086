import AudioSessionTypes

/// Pausing what plays when the screen is locked, and letting it go on when it is unlocked.
///
/// A lock is an event and no ban: what begins while the screen is locked plays. The daemon isn't
/// told: to it the program plays on, as one does that it interrupts itself, so that a call meanwhile
/// doesn't take the program its turn.
extension Enforcer {
  mutating func setLocked(_ isLocked: Bool, at now: Duration) {
    guard isLocked else { return unlock(at: now) }
    guard settings.pausesOnLock, isEnforcing else { return }
    for key in orderedKeys { lock(key, at: now) }
  }

  private mutating func lock(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key], program.isWanted, program.adoption.isForListening,
      program.refusal == nil, program.sessionState != .ended
    else { return }
    // What its user wanted before is older than the lock.
    clearOverrides(of: key)
    programs[key]?.isPausedByLock = true
    pausePlayers(of: key, at: now)
    setLevels(of: key, at: now)
  }

  /// Lets those go on that the lock has paused; one that the daemon holds waits for its turn.
  mutating func unlock(at now: Duration) {
    for key in orderedKeys where programs[key]?.isPausedByLock == true {
      programs[key]?.isPausedByLock = false
      guard let program = programs[key] else { continue }
      // Without a session, no activation would resume it.
      let mayPlay = program.sessionState == .active || program.phase == .none
      if mayPlay {
        programs[key]?.isReturning = true
        // It is we who let them stand still until they play.
        if !program.heldPlayers.isEmpty { programs[key]?.session?.hasPlayed = false }
        resumePlayers(of: key)
      }
      setLevels(of: key, at: now)
      if mayPlay { awaitReturn(of: key, at: now) }
      settle(key, at: now)
    }
  }

  /// Lets a program play that the lock has stopped, and that starts by itself.
  ///
  /// If it has a player, that says when its user presses play; and what was only silenced runs all
  /// the time.
  mutating func playOn(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key], program.isPausedByLock, program.heldPlayers.isEmpty,
      program.adoption.hold == .pause
    else { return }
    programs[key]?.isPausedByLock = false
    programs[key]?.isReturning = true
    setLevels(of: key, at: now)
  }
}

extension Adoption {
  /// Whether its programs are listened to, as music and films are: nothing that mixes, converses,
  /// warns or reads aloud.
  fileprivate var isForListening: Bool {
    category == .playback && !Legality.isMixable(category, options) && priority == .normal
      && role == nil && mode != .voicePrompt
  }
}
