import Foundation
import Synchronization
package import Testing

/// Runs tests on a thread of their own, one after the other.
///
/// The threads of Swift's own pool are as many as processors: held by tests that wait or compute for
/// seconds, they would keep every asynchronous test waiting with them.
package struct BesideThePool: TestTrait, SuiteTrait, TestScoping {
  let thread: OwnThread
  /// Whether a test that fails is tried once more.
  ///
  /// On a machine that others use, too, sound may break off at any time. The first failure is a known
  /// issue then, which the summary counts.
  let forgivesOnce: Bool

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(thread) {
      guard forgivesOnce else { return try await function() }
      let hasFailed = Flag()
      try await withKnownIssue("tried once more", isIntermittent: true) {
        try await function()
      } matching: { _ in
        hasFailed.raise()
        return true
      }
      if hasFailed.isRaised { try await function() }
    }
  }

  /// A suite has no body, and what it does for its tests goes on in the pool.
  package func scopeProvider(for test: Test, testCase: Test.Case?) -> BesideThePool? {
    testCase == nil ? nil : self
  }
}

extension Trait where Self == BesideThePool {
  /// For tests that listen to programs that play: two at a time would disturb each other's
  /// measurements, and one that fails is tried once more.
  package static var besideThePool: Self { BesideThePool(thread: .players, forgivesOnce: true) }

  /// The test holds that thread for long, and listens to nothing: it isn't tried again.
  package static func besideThePool(_ thread: OwnThread) -> Self {
    BesideThePool(thread: thread, forgivesOnce: false)
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}

/// A thread beside those that all tests have.
package final class OwnThread: TaskExecutor {
  /// Programs play, and are listened to.
  package static let players = OwnThread("tests with players")
  /// Machines boot.
  package static let machines = OwnThread("tests with machines")
  /// Programs run under tools that count, and are slow for it.
  package static let costs = OwnThread("tests of costs")
  /// Rules are held against each other, in thousands of rounds.
  package static let rounds = OwnThread("tests in rounds")

  private let queue: DispatchQueue

  private init(_ label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
