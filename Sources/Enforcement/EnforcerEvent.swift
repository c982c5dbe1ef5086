/// An event for the enforcer.
package enum EnforcerEvent: Equatable, Sendable {
  case graph(GraphEvent)
  case daemon(DaemonEvent)
  case players(PlayerEvent)
  /// The user wants the players that are paused by us to stay paused.
  case keepPaused
  /// The user's screen was locked or unlocked.
  case locked(Bool)
  /// The desktop's Do Not Disturb was turned on or off.
  case doNotDisturb(Bool)
  /// New settings; all streams are judged again.
  case settings(AgentSettings)
  /// Time has passed, perhaps up to ``Enforcer/deadline``.
  case timePassed
  /// An orderly end: everything is restored.
  case stop
}

/// An event of the audio graph.
package enum GraphEvent: Equatable, Sendable {
  case added(StreamID, StreamDescription)
  /// The stream's description has changed.
  case changed(StreamID, StreamDescription)
  case state(StreamID, StreamState)
  /// Somebody has set volumes: the user, WirePlumber, the program, or the agent.
  case volumes(StreamID, StreamVolumes)
  /// The highest peak of a stream's channels in the last moment, linear, after its volumes; nil if
  /// nothing more is told of it.
  case peak(StreamID, Float?)
  case removed(StreamID)
  /// The connection to PipeWire is lost, and with it every stream.
  case lost
}

/// An event of the players on the session bus.
package enum PlayerEvent: Equatable, Sendable {
  /// A player appeared or changed.
  case changed(Player)
  /// A player that we were about to pause had been paused by its user already.
  case pausedByUser(PlayerID)
  case gone(PlayerID)
  /// The connection to the bus is lost.
  case lost
}
