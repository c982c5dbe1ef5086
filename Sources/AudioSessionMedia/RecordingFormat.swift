/// How a recording is encoded.
package struct RecordingFormat: Equatable, Sendable {
  /// In hertz.
  package var sampleRate: Int
  package var channels: Int
  /// The samples by GStreamer's name, such as `S16LE`; empty for whatever the encoder takes.
  package var samples: String
  /// The encoder and the container as GStreamer's description of elements, such as `wavenc`.
  package var encoding: String

  /// The encoding of a WAV file.
  package static let wave = "wavenc"

  package init(sampleRate: Int, channels: Int, samples: String, encoding: String) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.samples = samples
    self.encoding = encoding
  }
}
