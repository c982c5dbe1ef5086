import AudioSession
import AudioSessionTypes

/// Whether the session may become the Now Playing session (R53).
extension AVAudioSession {
  /// Whether the session is a candidate for Now Playing (R53).
  ///
  /// Until the program sets it, `setCategory` does: playback that doesn't mix is a candidate, and so is
  /// every session that doesn't mix of a program that answers a remote command to play, to pause, or to
  /// do either (`MediaPlayer`). Source: Apple, `AVAudioSession.isNowPlayingCandidate`.
  public var isNowPlayingCandidate: Bool { status.preferences.contains(.isNowPlayingCandidate) }

  /// Sets whether the session is a candidate for Now Playing (R53), whatever category follows.
  ///
  /// - Parameter isCandidate: True for a candidate.
  /// - Throws: The daemon's refusal; without a daemon the preference is kept, and set when there is one.
  public func setIsNowPlayingCandidate(_ isCandidate: Bool) throws {
    try perform { status in
      .configure(Configuration(preferences: status.preferences.candidate(isCandidate)))
    }
    change { $0.isNowPlayingCandidate = isCandidate }
  }
}

extension Preferences {
  /// The same preferences, with or without that for Now Playing.
  func candidate(_ isCandidate: Bool) -> Preferences {
    isCandidate ? union(.isNowPlayingCandidate) : subtracting(.isNowPlayingCandidate)
  }
}
