import AudioSession
import Foundation

/// Becoming active and inactive.
extension AVAudioSession {
  /// How a session becomes inactive.
  ///
  /// Source: Apple, `AVAudioSession.SetActiveOptions`.
  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    /// Apple's bit mask.
    public let rawValue: UInt

    /// Makes the set of the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Those that this session interrupted may resume (R24); without meaning at an activation (R6).
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// How a session becomes inactive, for ``deactivate(options:completionHandler:)``.
  ///
  /// Source: Apple, `AVAudioSession.DeactivationOptions`.
  public struct DeactivationOptions: OptionSet, Hashable, Sendable {
    /// Apple's bit mask.
    public let rawValue: UInt

    /// Makes the set of the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Those that this session interrupted may resume (R24).
    public static let notifyOthers = DeactivationOptions(rawValue: 1)
  }

  /// Makes the session active or inactive.
  ///
  /// - Parameters:
  ///   - active: Whether it is to be active.
  ///   - options: Whether those that it interrupted may resume.
  /// - Throws: The daemon's refusal: ``ErrorCode/insufficientPriority`` above all; or
  ///   ``ErrorCode/mediaServicesFailed``, with the socket's path in the description, if there is no
  ///   daemon.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    let notifies = options.contains(.notifyOthersOnDeactivation)
    try perform { _ in active ? .activate : .deactivate(notifyingOthers: notifies) }
  }

  /// Makes the session active, without waiting on the thread that calls.
  ///
  /// - Parameters:
  ///   - options: None exist.
  ///   - handler: Called on a queue of the session's own: whether it is active, and if not, why.
  public func activate(
    options: AVAudioSessionActivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    finish(handler) { try self.setActive(true) }
  }

  /// Makes the session active, without holding up the thread that calls.
  ///
  /// - Parameter options: None exist.
  /// - Returns: True.
  /// - Throws: What ``setActive(_:options:)`` throws.
  @discardableResult
  public func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      activate(options: options) { isActive, error in
        continuation.resume(with: error.map(Result.failure) ?? .success(isActive))
      }
    }
  }

  /// Makes the session inactive, without waiting on the thread that calls.
  ///
  /// - Parameters:
  ///   - options: Whether those that it interrupted may resume.
  ///   - handler: Called on a queue of the session's own: whether it is inactive, and if not, why.
  public func deactivate(
    options: DeactivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let options = SetActiveOptions(rawValue: options.rawValue)
    finish(handler) { try self.setActive(false, options: options) }
  }

  /// Makes the session inactive, without holding up the thread that calls.
  ///
  /// - Parameter options: Whether those that it interrupted may resume.
  /// - Returns: True.
  /// - Throws: What ``setActive(_:options:)`` throws.
  @discardableResult
  public func deactivate(options: DeactivationOptions = []) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      deactivate(options: options) { isInactive, error in
        continuation.resume(with: error.map(Result.failure) ?? .success(isInactive))
      }
    }
  }

  private static let activations = DispatchQueue(label: "AVAudioSession.activations")

  private func finish(
    _ handler: @escaping @Sendable (Bool, (any Error)?) -> Void,
    _ body: @escaping @Sendable () throws -> Void
  ) {
    AVAudioSession.activations.async {
      do {
        try body()
        handler(true, nil)
      } catch {
        handler(false, error)
      }
    }
  }
}

/// How a session becomes active: there is nothing to choose.
///
/// Source: Apple, `AVAudioSessionActivationOptions`.
public struct AVAudioSessionActivationOptions: OptionSet, Hashable, Sendable {
  /// Apple's bit mask.
  public let rawValue: UInt

  /// Makes the set of the given bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
}
