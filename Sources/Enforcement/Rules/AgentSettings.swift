/// What the agent's configuration says, rules apart.
package struct AgentSettings: Equatable, Sendable {
  /// Where the zones of adopted sessions come from, if their rule doesn't say (R63).
  package enum Zones: String, CaseIterable, Sendable, BitwiseCopyable {
    /// None: the daemon's default.
    case none
    /// Each output is a zone, by its sink's name or as ``outputZones`` calls it.
    case outputs
  }

  package var zones = Zones.none
  /// Zones of sinks and sources by `node.name`; they count whatever ``zones`` says.
  package var outputZones: [String: String] = [:]
  /// How long a stream takes to fall silent and to come back when it is held.
  package var fade = Duration.milliseconds(50)
  /// How long a new stream waits in silence for the daemon's word at most.
  package var grantTimeout = Duration.milliseconds(200)
  /// Whether the silent switch is on (R62).
  package var isSilenced = false
  /// Whether a card's own mute of the microphone counts as one by hardware (R43).
  ///
  /// Most cards mute by a switch of their mixer, which is the user's own key; a program that is
  /// muted so is to go on.
  package var reportsMicrophoneMute = false
  package var rules = AdoptionRules()

  package init() {}
}
