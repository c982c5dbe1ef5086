public import Foundation
import Synchronization

/// Properties of the whole program, rather than of its session: recording permission and input mute.
///
/// Source: Apple, `AVAudioApplication`.
public final class AVAudioApplication: NSObject, Sendable {
  private static let only = AVAudioApplication()
  private let inputMuted = Mutex(false)
  private let handler = Mutex<(@Sendable (Bool) -> Bool)?>(nil)

  private override init() {}

  /// The program's only instance.
  public static var shared: AVAudioApplication { only }

  /// Posted by ``setInputMuted(_:)`` after a change, on the calling thread.
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

  /// Whether the program has muted its input; on Linux this doesn't change what it records.
  public var isInputMuted: Bool { inputMuted.withLock { $0 } }

  /// Sets the mute state of the input; on Linux the program has to discard its input itself.
  ///
  /// The handler is called with the new state, and if it returns true the notification is posted.
  ///
  /// - Parameter isMuted: The new state.
  /// - Throws: ``AVAudioSession/ErrorCode/unspecified`` if the handler returns false.
  public func setInputMuted(_ isMuted: Bool) throws {
    guard isMuted != isInputMuted else { return }
    let handler = handler.withLock { $0 }
    guard handler?(isMuted) ?? true else {
      throw AVAudioSession.error(.unspecified, "the handler refused to set mute to \(isMuted)")
    }
    inputMuted.withLock { $0 = isMuted }
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
