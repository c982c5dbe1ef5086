import Dispatch
import Synchronization

/// The answer to a call, for a thread that waits for it.
final class BlockingAnswer: Sendable {
  private let answer = Mutex<Answer?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  /// Brings the answer; only the first counts.
  func finish(_ answer: Answer) {
    self.answer.withLock { if $0 == nil { $0 = answer } }
    isThere.signal()
  }

  /// Waits for the answer, which comes in any case: every call has a limit.
  func wait() -> Answer {
    isThere.wait()
    return answer.withLock { $0 } ?? .failure(.timedOut)
  }
}
