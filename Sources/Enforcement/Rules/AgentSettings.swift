/// The settings of the agent's configuration.
package struct AgentSettings: Equatable, Sendable {
  /// The source of an adopted session's zone, if its rule names none (R63).
  package enum Zones: String, CaseIterable, Sendable, BitwiseCopyable {
    /// No zone: the daemon's default.
    case none
    /// One zone per output, by its sink's name or by ``outputZones``.
    case outputs
  }

  package var zones = Zones.none
  /// Zones of sinks and sources by `node.name`; they apply whatever ``zones`` is.
  package var outputZones: [String: String] = [:]
  /// The duration of the fade when a stream is held or released.
  package var fade = Duration.milliseconds(50)
  /// The longest time that a new stream waits in silence for the daemon's decision.
  package var grantTimeout = Duration.milliseconds(200)
  /// Whether the silent switch is on (R62).
  package var isSilenced = false
  /// Whether a card's mute of the microphone is reported as a hardware mute (R43).
  ///
  /// Most cards mute by a mixer switch, which the user's own key operates; a program that is muted
  /// so should continue.
  package var reportsMicrophoneMute = false
  /// Whether music and the like is paused when the screen is locked.
  package var pausesOnLock = false
  /// Whether notification sounds are silent during the desktop's Do Not Disturb.
  package var followsDoNotDisturb = false
  package var rules = AdoptionRules()

  package init() {}
}
