/// An owner's report about its session's sound; nil is left as it was.
package struct Report: Equatable, Sendable, BitwiseCopyable {
  package var playing: Bool?
  package var recording: Bool?
  package var foreground: Bool?

  package init(playing: Bool? = nil, recording: Bool? = nil, foreground: Bool? = nil) {
    self.playing = playing
    self.recording = recording
    self.foreground = foreground
  }
}
