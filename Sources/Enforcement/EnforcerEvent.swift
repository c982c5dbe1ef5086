/// What happens around the enforcer.
package enum EnforcerEvent: Equatable, Sendable {
  case graph(GraphEvent)
  case daemon(DaemonEvent)
  case players(PlayerEvent)
  /// New settings hold; streams are judged anew.
  case settings(AgentSettings)
  /// The time is that of ``Enforcer/deadline``, or any other.
  case timePassed
  /// An orderly end: everything is given back.
  case stop
}

/// What the audio graph shows.
package enum GraphEvent: Equatable, Sendable {
  case added(StreamID, StreamDescription)
  /// Something in the description is different now.
  case changed(StreamID, StreamDescription)
  case state(StreamID, StreamState)
  /// Somebody has set volumes: the user, WirePlumber, the program, or we.
  case volumes(StreamID, StreamVolumes)
  case removed(StreamID)
  /// The connection to PipeWire is lost, and with it every stream.
  case lost
}

/// What the session's bus shows of players.
package enum PlayerEvent: Equatable, Sendable {
  /// A player is new, or something of it has changed.
  case changed(Player)
  case gone(PlayerID)
  /// The connection to the bus is lost.
  case lost
}
