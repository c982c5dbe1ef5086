/// What Apple has deprecated long ago, and old programs still call.
extension AVAudioSession {
  /// Activates or deactivates the session; see ``setActive(_:options:)``.
  ///
  /// - Parameters:
  ///   - active: True to activate, false to deactivate.
  ///   - flags: ``AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation``, or 0.
  /// - Throws: The errors of ``setActive(_:options:)``.
  @available(*, deprecated, renamed: "setActive(_:options:)")
  public func setActive(_ active: Bool, withFlags flags: Int) throws {
    try setActive(active, options: SetActiveOptions(rawValue: UInt(bitPattern: flags)))
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The flag for ``AVAudioSession/SetActiveOptions/notifyOthersOnDeactivation``.
@available(
  *,
  deprecated,
  renamed: "AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation"
)
public let AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation = 1
