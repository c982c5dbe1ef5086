/// A player on the session's bus, by its well-known name `org.mpris.MediaPlayer2.…`.
package struct PlayerID: Hashable, Sendable {
  package let busName: String

  package init(_ busName: String) { self.busName = busName }
}

/// MPRIS's `PlaybackStatus`.
package enum PlaybackStatus: String, Sendable, BitwiseCopyable {
  case playing = "Playing"
  case paused = "Paused"
  case stopped = "Stopped"
}

/// A player as the bus shows it.
package struct Player: Equatable, Sendable {
  package var id: PlayerID
  /// The process that owns the name, according to the bus.
  package var pid: Int32
  /// MPRIS's `Identity`, the name for people.
  package var identity: String
  package var status: PlaybackStatus
  /// MPRIS's `CanPause`.
  package var canPause: Bool
  /// MPRIS's `CanPlay`.
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
