import AudioSession
import AudioSessionTypes

/// What the session would rather have, where the rules leave a choice.
extension AVAudioSession {
  /// Whether a ring that shows as a banner leaves the session alone (R41); false at the start.
  public var prefersNoInterruptionsFromSystemAlerts: Bool {
    status.preferences.contains(.prefersNoInterruptionsFromSystemAlerts)
  }

  /// Sets whether a ring that shows as a banner leaves the session alone (R41).
  ///
  /// - Parameter isPreferred: Whether it should.
  /// - Throws: ``ErrorCode/mediaServicesFailed`` if there is no daemon.
  public func setPrefersNoInterruptionsFromSystemAlerts(_ isPreferred: Bool) throws {
    try set(.prefersNoInterruptionsFromSystemAlerts, to: isPreferred)
  }

  /// Whether the session is interrupted when its output device goes (R44); true at the start.
  public var prefersInterruptionOnRouteDisconnect: Bool {
    status.preferences.contains(.prefersInterruptionOnRouteDisconnect)
  }

  /// Sets whether the session is interrupted when its output device goes (R44).
  ///
  /// - Parameter isPreferred: Whether it should be.
  /// - Throws: ``ErrorCode/mediaServicesFailed`` if there is no daemon.
  public func setPrefersInterruptionOnRouteDisconnect(_ isPreferred: Bool) throws {
    try set(.prefersInterruptionOnRouteDisconnect, to: isPreferred)
  }

  /// Whether system sounds may be heard while the session records (R46); false at the start.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool {
    status.preferences.contains(.allowHapticsAndSystemSoundsDuringRecording)
  }

  /// Sets whether system sounds may be heard while the session records (R46).
  ///
  /// - Parameter areAllowed: Whether they may.
  /// - Throws: ``ErrorCode/mediaServicesFailed`` if there is no daemon.
  public func setAllowHapticsAndSystemSoundsDuringRecording(_ areAllowed: Bool) throws {
    try set(.allowHapticsAndSystemSoundsDuringRecording, to: areAllowed)
  }

  private func set(_ preference: Preferences, to isSet: Bool) throws {
    try perform { status in
      let preferences = status.preferences
      return .configure(
        Configuration(
          preferences: isSet ? preferences.union(preference) : preferences.subtracting(preference)
        )
      )
    }
  }
}
