/// Operating players on the bus: paused before their streams are, and resumed only if we paused
/// them.
extension Enforcer {
  /// The time a player has to pause before its streams are stopped instead.
  static let playerPatience = Duration.milliseconds(500)

  mutating func handle(_ event: PlayerEvent, at now: Duration) {
    switch event {
    case .changed(let player):
      let former = players.updateValue(player, forKey: player.id)
      let isNew = former?.identity != player.identity || former?.pid != player.pid
      if isNew || (player.status == .playing && former?.status != .playing) {
        followPlayers()
        judgeAll(at: now)
      }
      for key in keys(of: player) { follow(key, former?.status, player, at: now) }
    case .pausedByUser(let id):
      for key in orderedKeys where programs[key]?.heldPlayers[id] != nil {
        leave(id, of: key)
        stayPaused(key, at: now)
      }
    case .gone(let id):
      guard let player = players.removeValue(forKey: id) else { return }
      forget(player, at: now)
    case .lost:
      let all = players.values.sorted { $0.id.busName < $1.id.busName }
      players = [:]
      for player in all { forget(player, at: now) }
    }
  }

  /// The programs that the player belongs to.
  private func keys(of player: Player) -> [ProgramKey] {
    orderedKeys.filter { key in
      programs[key].map { playersOf($0).contains { $0.id == player.id } } ?? false
    }
  }

  private mutating func follow(
    _ key: ProgramKey,
    _ former: PlaybackStatus?,
    _ player: Player,
    at now: Duration
  ) {
    if player.status == .playing { programs[key]?.session?.hasPlayed = true }
    switch (programs[key]?.heldPlayers[player.id], player.status) {
    case (.pausing, .paused), (.pausing, .stopped), (.deaf, .paused):
      programs[key]?.heldPlayers[player.id] = .paused
    case (.paused, .stopped):
      // Its user has ended it meanwhile.
      leave(player.id, of: key)
      programs[key]?.isWanted = false
    case (.paused, .playing): play(key, player.id)
    case (nil, .playing) where former != nil && former != .playing:
      // One that has only just begun says so late, and nobody has pressed play.
      if isNew(key, at: now) {
        if programs[key]?.isHeld == true { pausePlayers(of: key, at: now) }
      } else {
        play(key, player.id)
      }
    case (.pausing, .playing), (.paused, .paused), (.deaf, .playing), (.deaf, .stopped), (nil, _):
      break
    }
    settle(key, at: now)
    reportWishes(key)
    setLevels(of: key, at: now)
  }

  /// Whether all streams of the program appeared only now.
  private func isNew(_ key: ProgramKey, at now: Duration) -> Bool {
    let born = programs[key]?.streams.compactMap { streams[$0] } ?? []
    return !born.isEmpty && born.allSatisfy { $0.isNew(at: now) }
  }

  /// Handles a user's press of play: a program that the daemon holds asks again, and is heard until
  /// the next decision (R57).
  private mutating func play(_ key: ProgramKey, _ player: PlayerID) {
    guard programs[key]?.isHeld == true else { return }
    // Of those that the lock has paused, its user has chosen this one.
    if programs[key]?.isPausedByLock == true { leavePlayers(of: key) }
    leave(player, of: key)
    programs[key]?.play()
  }

  /// Gives up a player that we paused.
  private mutating func leave(_ player: PlayerID, of key: ProgramKey) {
    guard programs[key]?.heldPlayers.removeValue(forKey: player) != nil else { return }
    effects.append(.player(.leave(player)))
  }

  /// Gives up all players that we paused.
  mutating func leavePlayers(of key: ProgramKey) {
    let held = (programs[key]?.heldPlayers ?? [:]).keys
    for player in held.sorted(by: { $0.busName < $1.busName }) { leave(player, of: key) }
  }

  /// Gives up all players that we paused, as if their user had stopped each.
  mutating func keepPaused(at now: Duration) {
    for key in orderedKeys {
      let held = programs[key]?.heldPlayers ?? [:]
      guard held.contains(where: { $1 != .deaf }) else { continue }
      leavePlayers(of: key)
      stayPaused(key, at: now)
    }
  }

  /// Follows a program whose player is paused by its user's will from now on.
  private mutating func stayPaused(_ key: ProgramKey, at now: Duration) {
    programs[key]?.isWanted = false
    settle(key, at: now)
    reportWishes(key)
    setLevels(of: key, at: now)
  }

  private mutating func forget(_ player: Player, at now: Duration) {
    for key in orderedKeys {
      guard programs[key]?.heldPlayers[player.id] != nil else { continue }
      leave(player.id, of: key)
      settle(key, at: now)
      setLevels(of: key, at: now)
    }
  }

  /// Pauses the players of a held program that are playing.
  mutating func pausePlayers(of key: ProgramKey, at now: Duration) {
    guard let program = programs[key], program.adoption.hold == .pause else { return }
    guard !program.isOverridden else { return }
    for player in playersOf(program) where player.status == .playing && player.canPause {
      guard program.heldPlayers[player.id] == nil else { continue }
      programs[key]?.heldPlayers[player.id] = .pausing(until: now + Enforcer.playerPatience)
      effects.append(.player(.pause(player.id)))
    }
  }

  /// Resumes the players that we paused.
  mutating func resumePlayers(of key: ProgramKey) {
    guard let held = programs[key]?.heldPlayers else { return }
    programs[key]?.heldPlayers = [:]
    for (id, hold) in held.sorted(by: { $0.key.busName < $1.key.busName }) {
      effects.append(.player(hold == .deaf ? .leave(id) : .resume(id)))
    }
  }

  /// Stops the streams of players that didn't pause in time.
  mutating func expirePlayers(at now: Duration) {
    for key in orderedKeys {
      guard let program = programs[key] else { continue }
      let late = program.heldPlayers.filter { $0.value.deadline.map { $0 <= now } == true }
      for id in late.keys {
        programs[key]?.heldPlayers[id] = players[id]?.status == .playing ? .deaf : .paused
      }
      // Once, after all: so the order in which they are kept shows in no effect.
      if !late.isEmpty { setLevels(of: key, at: now) }
    }
  }
}
