import Enforcement

/// What is remembered in case that the agent dies, and what its user wants to stay as it is.
extension AgentLoop {
  /// Tells the guard what it would have to undo.
  func informGuard() {
    let isTouched = !(enforcer.isAtRest && graph.isSettled && pausedPlayers.isEmpty)
    guardian.note(GuardNote(isTouched: isTouched, players: pausedPlayers), at: now)
  }

  /// Remembers that a player is paused by us.
  func remember(_ player: PlayerID) {
    guard pausedPlayers.insert(player.busName).inserted else { return }
    informGuard()
    fileProblem = pausedPlayersFile?.write(pausedPlayers)
  }

  /// Forgets a player that is no longer ours to resume.
  func forget(_ player: PlayerID) {
    guard pausedPlayers.remove(player.busName) != nil else { return }
    informGuard()
    fileProblem = pausedPlayersFile?.write(pausedPlayers)
  }

  /// Lets the players that are paused by us stay so.
  ///
  /// - Returns: The names of these players, for people.
  func keepPaused() -> [String] {
    let former = pausedPlayers
    tell(.keepPaused)
    return former.subtracting(pausedPlayers).sorted().map(players.identity)
  }
}
