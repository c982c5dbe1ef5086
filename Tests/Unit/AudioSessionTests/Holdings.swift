import Foundation
import Glibc

/// What the kernel keeps for this process: threads of the library's own, and descriptors.
struct Holdings: Equatable {
  var threads: Int
  var descriptors: Int

  /// Dispatch opens three descriptors of its own, once, when it first has a timer or its threads are
  /// busy for long: here, before anything is counted.
  private static let dispatchIsOpen: Void = {
    let hasFired = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { hasFired.signal() }
    hasFired.wait()
  }()

  static var now: Holdings {
    dispatchIsOpen
    let names = entries("/proc/self/task").map {
      try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
    }
    return Holdings(
      threads: names.count { $0 == "audiosession\n" },
      descriptors: entries("/proc/self/fd").count
    )
  }

  private static func entries(_ path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Waits until it is again what it was: threads end by themselves, and nothing tells when.
  static func awaitReturn(to before: Holdings) -> Bool {
    for _ in 0..<10_000 {
      if now == before { return true }
      usleep(1000)
    }
    return false
  }
}
