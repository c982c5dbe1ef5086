import AudioSessionTypes

extension AVAudioSession {
  /// Whether the listener allowed recording.
  ///
  /// Source: Apple, `AVAudioSession.RecordPermission`.
  public enum RecordPermission: UInt, CaseIterable, Sendable {
    /// Nobody was asked.
    case undetermined = 0x756E_6474
    /// It was refused.
    case denied = 0x6465_6E79
    /// It was allowed.
    case granted = 0x6772_6E74
  }

  /// Always granted, though **nobody was asked**: on Linux nothing stands before the microphone here.
  ///
  /// Whether a program can open it is up to the sound server, a portal or the file system, and a
  /// call or an assistant that holds it is told of by the errors of activation (R7, R8). Don't show
  /// this as the listener's consent.
  public var recordPermission: RecordPermission { .granted }

  /// Answers true at once **without asking anybody**, for the reason in ``recordPermission``.
  ///
  /// - Parameter response: Called before this returns, with true.
  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    response(true)
  }
}
