/// An owner's report about its session's sound; nil is left as it was.
package struct Report: Equatable, Sendable, BitwiseCopyable {
  package var playing: Bool?
  package var recording: Bool?
  package var foreground: Bool?
  package var inputMuted: Bool?
  package var outputMuted: Bool?
  /// The port that its program prefers to record from, by number; 0: none.
  package var preferredInput: UInt64?
  /// Whether its program wants what it plays to go to the loudspeaker.
  package var overridesOutput: Bool?

  package init(
    playing: Bool? = nil,
    recording: Bool? = nil,
    foreground: Bool? = nil,
    inputMuted: Bool? = nil,
    outputMuted: Bool? = nil,
    preferredInput: UInt64? = nil,
    overridesOutput: Bool? = nil
  ) {
    self.playing = playing
    self.recording = recording
    self.foreground = foreground
    self.inputMuted = inputMuted
    self.outputMuted = outputMuted
    self.preferredInput = preferredInput
    self.overridesOutput = overridesOutput
  }
}
