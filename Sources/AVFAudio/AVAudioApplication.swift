public import Foundation
import Synchronization

/// What concerns the whole program rather than its session: permission, and muted input.
///
/// Source: Apple, `AVAudioApplication`.
public final class AVAudioApplication: NSObject, Sendable {
  private static let only = AVAudioApplication()
  private let inputMuted = Mutex(false)
  private let handler = Mutex<(@Sendable (Bool) -> Bool)?>(nil)

  private override init() {}

  /// The program's one object.
  public static var shared: AVAudioApplication { only }

  /// Posted by ``setInputMuted(_:)`` when it changes something, on the thread that called it.
  ///
  /// ``muteStateKey`` holds the new state.
  public static let inputMuteStateChangeNotification = Notification.Name(
    "AVAudioApplicationInputMuteStateChangeNotification"
  )

  /// The key of whether input is muted.
  public static let muteStateKey = "AVAudioApplicationMuteStateKey"

  /// Whether the listener allowed recording.
  ///
  /// Source: Apple, `AVAudioApplication.recordPermission`.
  public enum recordPermission: Int, CaseIterable, Sendable {
    /// Nobody was asked.
    case undetermined = 0x756E_6474
    /// It was refused.
    case denied = 0x6465_6E79
    /// It was allowed.
    case granted = 0x6772_6E74
  }

  /// Always granted, though **nobody was asked**; see ``AVAudioSession/recordPermission``.
  public var recordPermission: recordPermission { .granted }

  /// Answers true at once **without asking anybody**.
  ///
  /// - Parameter response: Called before this returns, with true.
  public static func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    response(true)
  }

  /// Answers true at once **without asking anybody**.
  ///
  /// - Returns: True.
  public static func requestRecordPermission() async -> Bool { true }

  /// Whether the program muted its input; what it records isn't touched on Linux.
  public var isInputMuted: Bool { inputMuted.withLock { $0 } }

  /// Inert on Linux but for the note it takes: the program must leave its input out by itself.
  ///
  /// The handler is called with the new state, and if it agrees the notification is posted.
  ///
  /// - Parameter isMuted: Whether input is to count as muted.
  /// - Throws: ``AVAudioSession/ErrorCode/unspecified`` if the handler doesn't agree.
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

  /// Sets who carries out that input is muted.
  ///
  /// - Parameter handler: Called with the new state, answers whether it is done; nil: nobody.
  /// - Throws: Nothing.
  public func setInputMuteStateChangeHandler(
    _ handler: (@Sendable (Bool) -> Bool)?
  ) throws {
    self.handler.withLock { $0 = handler }
  }
}
