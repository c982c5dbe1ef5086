import Dispatch
import Synchronization

/// The answer to a call, for a thread that blocks until it has arrived.
final class BlockingAnswer: Sendable {
  private let answer = Mutex<Answer?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  /// Delivers the answer; any after the first is ignored.
  func finish(_ answer: Answer) {
    self.answer.withLock { if $0 == nil { $0 = answer } }
    isThere.signal()
  }

  /// True once the answer has arrived.
  var isFinished: Bool { answer.withLock { $0 != nil } }

  /// Waits for the answer, which always arrives: every call has a time limit.
  func wait() -> Answer {
    isThere.wait()
    return answer.withLock { $0 } ?? .failure(.timedOut)
  }
}
