/// A player on the session's bus, by its well-known name `org.mpris.MediaPlayer2.…`.
package struct PlayerID: Hashable, Sendable {
  package let busName: String

  package init(_ busName: String) { self.busName = busName }
}

/// What MPRIS calls `PlaybackStatus`.
package enum PlaybackStatus: String, Sendable, BitwiseCopyable {
  case playing = "Playing"
  case paused = "Paused"
  case stopped = "Stopped"
}

/// A player as the bus shows it.
package struct Player: Equatable, Sendable {
  package var id: PlayerID
  /// The process that owns the name, by the bus.
  package var pid: Int32
  /// What MPRIS calls `Identity`.
  package var identity: String
  package var status: PlaybackStatus
  /// Whether `Pause` does anything, by the player's word.
  package var canPause: Bool
  /// Whether `Play` does anything, by the player's word.
  package var canPlay: Bool

  package init(
    id: PlayerID,
    pid: Int32,
    identity: String,
    status: PlaybackStatus,
    canPause: Bool = true,
    canPlay: Bool = true
  ) {
    self.id = id
    self.pid = pid
    self.identity = identity
    self.status = status
    self.canPause = canPause
    self.canPlay = canPlay
  }
}
