import Synchronization

/// Counts the scopes for which a session is active, so that only the last of them deactivates it.
final class ActivationScopes: Sendable {
  private let count = Mutex(0)

  /// Begins a scope.
  func enter() { count.withLock { $0 += 1 } }

  /// Ends a scope.
  ///
  /// - Returns: True if it was the last one.
  func leave() -> Bool {
    count.withLock { count in
      count -= 1
      return count == 0
    }
  }
}
