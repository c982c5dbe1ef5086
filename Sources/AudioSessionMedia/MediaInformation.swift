import CAudioSessionGStreamer

/// What a file or a stream has in it.
package struct MediaInformation: Equatable, Sendable {
  /// Its length; nil if that isn't known.
  package var duration: Duration?
  /// Of the decoded sound, in hertz.
  package var sampleRate: Int
  package var channels: Int
  /// Whether one can move to any place in it.
  package var isSeekable: Bool

  package init(duration: Duration?, sampleRate: Int, channels: Int, isSeekable: Bool) {
    self.duration = duration
    self.sampleRate = sampleRate
    self.channels = channels
    self.isSeekable = isSeekable
  }

  /// Looks into a file or a stream, without a sound server; blocks the calling thread.
  ///
  /// - Parameters:
  ///   - uri: The file or stream.
  ///   - limit: How long that may take.
  /// - Throws: That there is no sound in it, or why that can't be known.
  package init(of uri: String, atMost limit: Duration = .seconds(5)) throws(MediaError) {
    var found = audiosession_media_information()
    var error = audiosession_media_error()
    let milliseconds = Int32(limit / .milliseconds(1))
    guard audiosession_media_inspect(uri, milliseconds, &found, &error) else {
      throw MediaError(error)
    }
    duration = found.duration < 0 ? nil : .nanoseconds(found.duration)
    sampleRate = Int(found.rate)
    channels = Int(found.channels)
    isSeekable = found.is_seekable
  }
}
