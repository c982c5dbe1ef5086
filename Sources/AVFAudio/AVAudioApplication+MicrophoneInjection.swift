/// Permission to add audio to calls, which Linux has no service for.
extension AVAudioApplication {
  /// The user's decision about adding audio to calls.
  ///
  /// Source: Apple, `AVAudioApplication.MicrophoneInjectionPermission`.
  public enum MicrophoneInjectionPermission: Int, CaseIterable, Sendable {
    /// There is no such service, or the user has turned it off.
    case serviceDisabled = 0x7372_6473
    /// The user hasn't been asked.
    case undetermined = 0x756E_6474
    /// The user refused.
    case denied = 0x6465_6E79
    /// The user agreed.
    case granted = 0x6772_6E74
  }

  /// Always `serviceDisabled` on Linux: nobody can add audio to another program's input.
  public var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }

  /// No effect on Linux: there is no service to permit.
  ///
  /// - Parameter response: Called with `serviceDisabled`, before this method returns.
  public static func requestMicrophoneInjectionPermission(
    completionHandler response: @escaping (MicrophoneInjectionPermission) -> Void
  ) {
    response(.serviceDisabled)
  }

  /// No effect on Linux: there is no service to permit.
  ///
  /// - Returns: Always `serviceDisabled`.
  public static func requestMicrophoneInjectionPermission() async -> MicrophoneInjectionPermission {
    .serviceDisabled
  }
}
