import Dispatch
import Synchronization

/// What a call waits for, which may have gone when it comes.
final class Outcome: Sendable {
  let error = Mutex<MediaError?>(nil)
  let isKnown = DispatchSemaphore(value: 0)

  /// - Throws: The error, or that it isn't known in time.
  func wait(atMost limit: Duration) throws(MediaError) {
    guard isKnown.wait(timeout: .now() + (limit / .seconds(1))) == .success else {
      throw MediaError(.time, "the sound server doesn't answer")
    }
    if let error = error.withLock({ $0 }) { throw error }
  }
}
