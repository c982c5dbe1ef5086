import Foundation
import Testing

/// Runs tests that wait for programs on a thread of their own, one after the other.
///
/// The threads of Swift's own pool are as many as processors: held by tests that wait for seconds,
/// they would keep every asynchronous test waiting with them. One at a time, so that programs that
/// play don't disturb each other's measurements.
struct BesideThePool: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThread.shared) { try await function() }
  }

  /// A suite has no body, and what it does for its tests goes on in the pool.
  func scopeProvider(for test: Test, testCase: Test.Case?) -> BesideThePool? {
    testCase == nil ? nil : self
  }
}

extension Trait where Self == BesideThePool {
  /// The test waits for programs.
  static var besideThePool: Self { BesideThePool() }
}

/// The one thread on which such tests run.
private final class WaitingThread: TaskExecutor {
  static let shared = WaitingThread()

  private let queue = DispatchQueue(label: "tests that wait")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
