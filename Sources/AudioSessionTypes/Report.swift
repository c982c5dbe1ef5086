/// An owner's report about its session's sound; nil is left as it was.
package struct Report: Equatable, Sendable, BitwiseCopyable {
  package var playing: Bool?
  package var recording: Bool?
  package var foreground: Bool?
  package var inputMuted: Bool?
  package var outputMuted: Bool?

  package init(
    playing: Bool? = nil,
    recording: Bool? = nil,
    foreground: Bool? = nil,
    inputMuted: Bool? = nil,
    outputMuted: Bool? = nil
  ) {
    self.playing = playing
    self.recording = recording
    self.foreground = foreground
    self.inputMuted = inputMuted
    self.outputMuted = outputMuted
  }
}
