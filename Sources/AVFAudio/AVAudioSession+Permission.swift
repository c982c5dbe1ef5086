import AudioSessionTypes

extension AVAudioSession {
  /// The user's decision about recording.
  ///
  /// Source: Apple, `AVAudioSession.RecordPermission`.
  public enum RecordPermission: UInt, CaseIterable, Sendable {
    /// The user hasn't been asked.
    case undetermined = 0x756E_6474
    /// The user refused.
    case denied = 0x6465_6E79
    /// The user agreed.
    case granted = 0x6772_6E74
  }

  /// Always granted on Linux, **without asking the user**: the daemon doesn't guard the microphone.
  ///
  /// The sound server, a portal or the file system decides whether a program can open it; if a call
  /// or an assistant holds it, activation throws (R7, R8). Don't present this value as the user's
  /// consent.
  public var recordPermission: RecordPermission { .granted }

  /// Grants permission at once on Linux, **without asking the user**; see ``recordPermission``.
  ///
  /// - Parameter response: Called with true, before this method returns.
  public func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
    response(true)
  }
}
