import AudioSession
public import Foundation

/// Takes part in the choice of a device that several machines share, such as a headset.
///
/// Where the bridge between the machines of a house runs, audiosession-house(8), and its configuration
/// names a device, one machine at a time has it: that on which a program began last. The bridge of the
/// other one is told, and gives it up; its programs are told by
/// ``AVAudioSession/routeChangeNotification`` with the reason
/// ``AVAudioSession/RouteChangeReason/oldDeviceUnavailable``, on which players pause. Without a bridge
/// nothing changes.
///
/// Source: Apple, `AVAudioRoutingArbiter`, of macOS.
public final class AVAudioRoutingArbiter: NSObject, Sendable {
  private static let only = AVAudioRoutingArbiter()

  private let device: SharedDevice

  private override init() {
    device = SharedDevice { AVAudioSession.sharedInstance().post(.sharedDeviceLost) }
  }

  /// The program's only instance.
  public class var shared: AVAudioRoutingArbiter { only }

  /// The use that a program makes of audio.
  ///
  /// Source: Apple, `AVAudioRoutingArbiter.Category`.
  public enum Category: Int, CaseIterable, Sendable {
    /// It plays.
    case playback = 0
    /// It plays and records.
    case playAndRecord = 1
    /// It plays and records calls.
    case playAndRecordVoice = 2
  }

  /// Asks for the shared device.
  ///
  /// - Parameters:
  ///   - category: The use of audio; it makes no difference.
  ///   - handler: Called with whether the device has just been connected to this machine, and with
  ///     ``AVAudioSession/ErrorCode/resourceNotAvailable`` if it can't be. Without a bridge it is called
  ///     before this method returns, otherwise on another thread when the device is there.
  public func begin(
    category: Category,
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    device.begin { outcome in
      switch outcome {
      case .absent, .lost: handler(false, nil)
      case .held(let hasChanged): handler(hasChanged, nil)
      case .failed(let reason):
        handler(false, AVAudioSession.error(.resourceNotAvailable, reason))
      }
    }
  }

  /// Asks for the shared device, and waits until it is there.
  ///
  /// - Parameter category: The use of audio; it makes no difference.
  /// - Returns: Whether the device has just been connected to this machine.
  /// - Throws: ``AVAudioSession/ErrorCode/resourceNotAvailable`` if it can't be connected.
  @discardableResult
  public func begin(category: Category) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      begin(category: category) { hasChanged, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: hasChanged)
        }
      }
    }
  }

  /// Ends what ``begin(category:completionHandler:)`` began: another machine may take the device, which
  /// stays here until one does.
  public func leave() { device.leave() }
}
