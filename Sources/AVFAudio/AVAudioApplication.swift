public import Foundation
import Synchronization

/// Properties of the whole program, rather than of its session: recording permission and input mute.
///
/// Source: Apple, `AVAudioApplication`.
public final class AVAudioApplication: NSObject, Sendable {
  private static let only = AVAudioApplication()
  private let handler = Mutex<(@Sendable (Bool) -> Bool)?>(nil)

  private override init() {}

  /// The program's only instance.
  public static var shared: AVAudioApplication { only }

  /// Posted after a change of ``isInputMuted``: by ``setInputMuted(_:)`` on the calling thread, or, if
  /// the user has muted what the program records in a mixer, on another one.
  ///
  /// The user info has the new state under ``muteStateKey``.
  public static let inputMuteStateChangeNotification = Notification.Name(
    "AVAudioApplicationInputMuteStateChangeNotification"
  )

  /// The key for the input's mute state, a Boolean number.
  public static let muteStateKey = "AVAudioApplicationMuteStateKey"

  /// The user's decision about recording.
  ///
  /// Source: Apple, `AVAudioApplication.recordPermission`.
  public enum recordPermission: Int, CaseIterable, Sendable {
    /// The user hasn't been asked.
    case undetermined = 0x756E_6474
    /// The user refused.
    case denied = 0x6465_6E79
    /// The user agreed.
    case granted = 0x6772_6E74
  }

  /// Always granted on Linux, **without asking the user**; see ``AVAudioSession/recordPermission``.
  public var recordPermission: recordPermission { .granted }

  /// Grants permission at once on Linux, **without asking the user**.
  ///
  /// - Parameter response: Called with true, before this method returns.
  public static func requestRecordPermission(
    completionHandler response: @escaping (Bool) -> Void
  ) {
    response(true)
  }

  /// Grants permission at once on Linux, **without asking the user**.
  ///
  /// - Returns: Always true.
  public static func requestRecordPermission() async -> Bool { true }

  /// Whether the input is muted, by the program or by its user in a mixer.
  ///
  /// What the user does is known if the audio agent runs.
  public var isInputMuted: Bool { AVAudioSession.sharedInstance().isInputMuted }

  /// Mutes what the program records, or no longer.
  ///
  /// Its recorders record silence, and the audio agent silences all of its streams; without an agent
  /// the program has to discard what it records by other means. The handler is called with the new
  /// state, and if it returns true the program is muted, and the notification is posted.
  ///
  /// - Parameter isMuted: The new state.
  /// - Throws: ``AVAudioSession/ErrorCode/unspecified`` if the handler returns false;
  ///   ``AVAudioSession/ErrorCode/mediaServicesFailed`` if the daemon doesn't answer in time. Without a
  ///   daemon the wish is kept, which is no error.
  public func setInputMuted(_ isMuted: Bool) throws {
    let session = AVAudioSession.sharedInstance()
    guard isMuted != session.isInputMutedByProgram else { return }
    let handler = handler.withLock { $0 }
    guard handler?(isMuted) ?? true else {
      throw AVAudioSession.error(.unspecified, "the handler refused to set mute to \(isMuted)")
    }
    try session.setInputMuted(isMuted)
  }

  /// Posts the new state of the input.
  func postInputMuted(_ isMuted: Bool) {
    NotificationCenter.default.post(
      name: AVAudioApplication.inputMuteStateChangeNotification,
      object: self,
      userInfo: [AVAudioApplication.muteStateKey: NSNumber(value: isMuted)]
    )
  }

  /// Sets the handler that mutes the input.
  ///
  /// - Parameter handler: Called with the new state; returns true if it could set it. Nil removes the
  ///   handler.
  /// - Throws: Never.
  public func setInputMuteStateChangeHandler(
    _ handler: (@Sendable (Bool) -> Bool)?
  ) throws {
    self.handler.withLock { $0 = handler }
  }
}
