import AudioSession
import AudioSessionTypes

/// Preferences of the session.
extension AVAudioSession {
  /// Whether a ringtone that is presented as a banner doesn't interrupt (R41); false by default.
  public var prefersNoInterruptionsFromSystemAlerts: Bool {
    status.preferences.contains(.prefersNoInterruptionsFromSystemAlerts)
  }

  /// Sets whether a ringtone that is presented as a banner doesn't interrupt the session (R41).
  ///
  /// - Parameter isPreferred: True to prevent such interruptions.
  /// - Throws: The daemon's refusal; without a daemon the preference is kept, and set when there is one.
  public func setPrefersNoInterruptionsFromSystemAlerts(_ isPreferred: Bool) throws {
    try set(.prefersNoInterruptionsFromSystemAlerts, to: isPreferred)
  }

  /// Whether the loss of the output device interrupts the session (R44); true by default.
  public var prefersInterruptionOnRouteDisconnect: Bool {
    status.preferences.contains(.prefersInterruptionOnRouteDisconnect)
  }

  /// Sets whether the loss of the output device interrupts the session (R44).
  ///
  /// - Parameter isPreferred: True to be interrupted.
  /// - Throws: The daemon's refusal; without a daemon the preference is kept, and set when there is one.
  public func setPrefersInterruptionOnRouteDisconnect(_ isPreferred: Bool) throws {
    try set(.prefersInterruptionOnRouteDisconnect, to: isPreferred)
  }

  /// Whether system sounds may play while the session records (R46); false by default.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool {
    status.preferences.contains(.allowHapticsAndSystemSoundsDuringRecording)
  }

  /// Sets whether system sounds may play while the session records (R46).
  ///
  /// - Parameter areAllowed: True to allow them.
  /// - Throws: The daemon's refusal; without a daemon the preference is kept, and set when there is one.
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
