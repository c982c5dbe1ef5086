public import Foundation

/// Takes part in the choice of a device between machines, of which there is none on Linux.
///
/// Source: Apple, `AVAudioRoutingArbiter`, of macOS.
public final class AVAudioRoutingArbiter: NSObject, Sendable {
  private static let only = AVAudioRoutingArbiter()

  private override init() {}

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

  /// No effect on Linux: completes at once, without a change of the default device.
  ///
  /// - Parameters:
  ///   - category: The use of audio.
  ///   - handler: Called with false, since the device hasn't changed, and without an error, before this
  ///     method returns.
  public func begin(
    category: Category,
    completionHandler handler: @escaping (Bool, (any Error)?) -> Void
  ) {
    handler(false, nil)
  }

  /// No effect on Linux: returns at once, without a change of the default device.
  ///
  /// - Parameter category: The use of audio.
  /// - Returns: Always false, since the device hasn't changed.
  /// - Throws: Never.
  @discardableResult
  public func begin(category: Category) async throws -> Bool { false }

  /// No effect on Linux: ends what ``begin(category:completionHandler:)`` began.
  public func leave() {}
}
