import AudioSession
import Foundation

/// Activation and deactivation.
extension AVAudioSession {
  /// Options for activating or deactivating a session.
  ///
  /// Source: Apple, `AVAudioSession.SetActiveOptions`.
  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    /// The bit mask, as Apple defines it.
    public let rawValue: UInt

    /// Creates a set from a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Notify the sessions that this one interrupted that they may resume (R24); ignored by an
    /// activation (R6).
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// Options for ``deactivate(options:completionHandler:)``.
  ///
  /// Source: Apple, `AVAudioSession.DeactivationOptions`.
  public struct DeactivationOptions: OptionSet, Hashable, Sendable {
    /// The bit mask, as Apple defines it.
    public let rawValue: UInt

    /// Creates a set from a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Notify the sessions that this one interrupted that they may resume (R24).
    public static let notifyOthers = DeactivationOptions(rawValue: 1)
  }

  /// Activates or deactivates the session, blocking the calling thread for 3 seconds at most.
  ///
  /// A deactivation pauses the players and recorders of this module.
  ///
  /// - Parameters:
  ///   - active: True to activate, false to deactivate.
  ///   - options: Options for a deactivation.
  /// - Throws: The daemon's refusal, usually ``ErrorCode/insufficientPriority``; or
  ///   ``ErrorCode/mediaServicesFailed``, with the socket's path in the description, if there is no
  ///   daemon.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    if active { try becomeCandidate() }
    let notifies = options.contains(.notifyOthersOnDeactivation)
    try perform { _ in active ? .activate() : .deactivate(notifyingOthers: notifies) }
    SessionAudio.shared.programSetActive(active)
  }

  /// Activates the session, without blocking the calling thread.
  ///
  /// - Parameters:
  ///   - options: There are none.
  ///   - handler: Called on a queue of the session, with true, or with false and the error.
  public func activate(
    options: AVAudioSessionActivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    finish(handler) { try self.setActive(true) }
  }

  /// Activates the session, without blocking the calling thread.
  ///
  /// - Parameter options: There are none.
  /// - Returns: Always true.
  /// - Throws: The errors of ``setActive(_:options:)``.
  @discardableResult
  public func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      activate(options: options) { isActive, error in
        continuation.resume(with: error.map(Result.failure) ?? .success(isActive))
      }
    }
  }

  /// Deactivates the session, without blocking the calling thread.
  ///
  /// - Parameters:
  ///   - options: Whether to notify the sessions that it interrupted.
  ///   - handler: Called on a queue of the session, with true, or with false and the error.
  public func deactivate(
    options: DeactivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let options = SetActiveOptions(rawValue: options.rawValue)
    finish(handler) { try self.setActive(false, options: options) }
  }

  /// Deactivates the session, without blocking the calling thread.
  ///
  /// - Parameter options: Whether to notify the sessions that it interrupted.
  /// - Returns: Always true.
  /// - Throws: The errors of ``setActive(_:options:)``.
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

/// Options for activating a session; none are defined.
///
/// Source: Apple, `AVAudioSessionActivationOptions`.
public struct AVAudioSessionActivationOptions: OptionSet, Hashable, Sendable {
  /// The bit mask, as Apple defines it.
  public let rawValue: UInt

  /// Creates a set from a bit mask.
  public init(rawValue: UInt) { self.rawValue = rawValue }
}
