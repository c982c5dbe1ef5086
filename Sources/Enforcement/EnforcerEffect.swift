package import AudioSessionTypes

/// An effect that the agent performs for the enforcer, by who carries it out.
package enum EnforcerEffect: Equatable, Sendable {
  case graph(GraphEffect)
  case daemon(DaemonEffect)
  case player(PlayerEffect)
}

/// A command to a stream of the audio graph.
package enum GraphEffect: Equatable, Sendable {
  /// Sets the soft volumes of a stream, linear, one per channel.
  ///
  /// - isTouched: Whether the stream now differs from what its program and user want, so that a
  ///   crash would have to be repaired.
  case setVolumes(StreamID, [Float], isTouched: Bool)
  /// Sends the node command `Pause`.
  case pause(StreamID)
  /// Sends the node command `Start`.
  case start(StreamID)
  /// Has the stream go to another port than the route leads to, if that is there and its user hasn't
  /// chosen one; nil: no longer.
  case direct(StreamID, StreamPort?)
  /// Begins or ceases to tell the stream's peaks, ``GraphEvent/peak(_:_:)``; one that is removed
  /// isn't listened to any more.
  case listen(StreamID, Bool)
}

/// Where a stream is to go, or to come from.
package enum StreamPort: Equatable, Sendable {
  /// To the loudspeaker.
  case loudspeaker
  /// From an input, by its port's id.
  case input(String)
}

/// A command to a player on the session bus.
package enum PlayerEffect: Equatable, Sendable {
  case pause(PlayerID)
  case resume(PlayerID)
  /// Gives up a player that we paused: it is no longer ours to resume, not even after a crash.
  case leave(PlayerID)
}

/// A request or notification to the daemon.
package enum DaemonEffect: Equatable, Sendable {
  case open(OpeningID, SessionRequest)
  /// Changes a session; if the daemon won't, it is as it was.
  case configure(UInt64, SessionConfiguration)
  case activate(UInt64)
  /// Deactivates without notifying others (R24).
  case deactivate(UInt64)
  case close(UInt64)
  case report(UInt64, playing: Bool?, recording: Bool?)
  /// Reports what the user has muted of a session that its program opened itself, and whether the
  /// user has acted to hear what that program has muted (R68).
  case setMuted(UInt64, SoundDirections, wantsUnmute: Bool)
  /// Acknowledges every decision up to that one: they are audible.
  case acknowledge(seq: UInt64)
}

/// The parameters of `session.configure`.
package struct SessionConfiguration: Equatable, Sendable {
  package var category: Category
  package var mode: Mode
  package var options: CategoryOptions
  package var priority: Priority
  package var role: String?
  package var isNowPlayingCandidate: Bool

  package init(
    category: Category,
    mode: Mode,
    options: CategoryOptions,
    priority: Priority,
    role: String?,
    isNowPlayingCandidate: Bool
  ) {
    self.category = category
    self.mode = mode
    self.options = options
    self.priority = priority
    self.role = role
    self.isNowPlayingCandidate = isNowPlayingCandidate
  }
}

/// The parameters of `session.open`.
package struct SessionRequest: Equatable, Sendable {
  package var name: String
  package var onBehalfOf: Int32
  package var zone: String?
  package var configuration: SessionConfiguration

  package init(
    name: String,
    onBehalfOf: Int32,
    zone: String?,
    configuration: SessionConfiguration
  ) {
    self.name = name
    self.onBehalfOf = onBehalfOf
    self.zone = zone
    self.configuration = configuration
  }
}
