import Foundation
import Glibc

/// What the kernel keeps for this process: threads of the library's own, and descriptors.
struct Holdings: Equatable {
  var threads: Int
  var descriptors: Int

  static var now: Holdings {
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
