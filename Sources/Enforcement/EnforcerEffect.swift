package import AudioSessionTypes

/// What the enforcer wants done, in this order.
package enum EnforcerEffect: Equatable, Sendable {
  /// Sets `softVolumes`.
  ///
  /// - isTouched: Whether the stream is now other than its program and its user want it, so that a
  ///   crash has to be repaired.
  case setVolumes(StreamID, [Float], isTouched: Bool)
  /// The node command `Pause`.
  case pause(StreamID)
  /// The node command `Start`.
  case start(StreamID)
  case pausePlayer(PlayerID)
  case resumePlayer(PlayerID)
  /// A player that was to pause isn't ours to resume any more, also not after a crash.
  case leavePlayer(PlayerID)
  case open(OpeningID, SessionRequest)
  case activate(UInt64)
  /// Without a word to others (R24).
  case deactivate(UInt64)
  case close(UInt64)
  case report(UInt64, playing: Bool?, recording: Bool?)
  /// Every decision up to that one is heard.
  case acknowledge(seq: UInt64)
}

/// What `session.open` is asked for.
package struct SessionRequest: Equatable, Sendable {
  package var name: String
  package var onBehalfOf: Int32
  package var category: Category
  package var mode: Mode
  package var options: CategoryOptions
  package var priority: Priority
  package var role: String?
  package var zone: String?
  package var isNowPlayingCandidate: Bool

  package init(
    name: String,
    onBehalfOf: Int32,
    category: Category,
    mode: Mode,
    options: CategoryOptions,
    priority: Priority,
    role: String?,
    zone: String?,
    isNowPlayingCandidate: Bool
  ) {
    self.name = name
    self.onBehalfOf = onBehalfOf
    self.category = category
    self.mode = mode
    self.options = options
    self.priority = priority
    self.role = role
    self.zone = zone
    self.isNowPlayingCandidate = isNowPlayingCandidate
  }
}
