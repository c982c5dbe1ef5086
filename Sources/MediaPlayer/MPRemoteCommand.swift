public import Foundation
import Synchronization

// Unchecked, since it has subclasses: what changes in it and in them is guarded.
/// A command that other programs may give: it exists as long as it is enabled and has targets.
///
/// Source: Apple, `MPRemoteCommand`.
public class MPRemoteCommand: NSObject, @unchecked Sendable {
  // Unchecked: a handler is called on the main queue only, where programs make them.
  private struct Target: @unchecked Sendable {
    let token: NSObject
    let handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  }

  private struct State: Sendable {
    var isEnabled = true
    var targets: [Target] = []
  }

  private let state = Mutex(State())

  override init() {}

  /// Whether the program can carry the command out at the moment; true by default.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock { $0.isEnabled = newValue }
      PlayerServer.shared.update()
    }
  }

  /// Adds a handler, which is called on the main queue when the command is given.
  ///
  /// While nobody serves the main queue no handler is called.
  ///
  /// - Parameter handler: Carries the command out, and returns how that ended.
  /// - Returns: The target, by which ``removeTarget(_:)`` removes the handler.
  @discardableResult
  public func addTarget(
    handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  ) -> Any {
    let target = Target(token: NSObject(), handler: handler)
    state.withLock { $0.targets.append(target) }
    MPRemoteCommandCenter.shared().followTargets()
    return target.token
  }

  /// Removes a handler.
  ///
  /// - Parameter target: What ``addTarget(handler:)`` returned; nil for all handlers.
  public func removeTarget(_ target: Any?) {
    let token = target as AnyObject?
    // Released after the lock: a handler may own what removes another.
    let removed = state.withLock { state in
      let (removed, kept) =
        target == nil
        ? (state.targets, [])
        : (state.targets.filter { $0.token === token }, state.targets.filter { $0.token !== token })
      state.targets = kept
      return removed
    }
    withExtendedLifetime(removed) { MPRemoteCommandCenter.shared().followTargets() }
  }

  /// Whether the program has a handler.
  var hasTargets: Bool { state.withLock { !$0.targets.isEmpty } }

  /// Whether it can be given.
  var isAvailable: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

  /// Has all handlers carry it out, on the main queue.
  ///
  /// - Parameter event: What they are told.
  /// - Returns: Success if one of them had it; otherwise why the first failed.
  func deliver(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
    let targets = state.withLock { $0.isEnabled ? $0.targets : [] }
    let statuses = targets.map { $0.handler(event) }
    return statuses.first { $0 == .success } ?? statuses.first ?? .commandFailed
  }
}

/// How a handler carried a command out.
///
/// Source: Apple, `MPRemoteCommandHandlerStatus`.
public enum MPRemoteCommandHandlerStatus: Int, CaseIterable, Sendable {
  /// It was carried out.
  case success = 0
  /// There is no such item.
  case noSuchContent = 100
  /// There is no item to do it with.
  case noActionableNowPlayingItem = 110
  /// A device that it takes isn't there.
  case deviceNotFound = 120
  /// It failed for another reason.
  case commandFailed = 200
}
