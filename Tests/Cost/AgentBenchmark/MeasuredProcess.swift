import Foundation
import TestSupport

/// A process of a stage whose cost is counted.
struct MeasuredProcess {
  var name: String
  var pid: Int32
  /// Whether it, or it too, decides who is lowered; others only play.
  var isArbiter: Bool

  /// What it has taken since its start.
  ///
  /// - Throws: That it has ended.
  func usage() throws -> Usage {
    // How often a thread that had nothing to do was woken; threads that have ended don't count.
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
    let wakeUps = threads.compactMap { thread -> Int? in
      let path = "/proc/\(pid)/task/\(thread)/status"
      let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n")
      let line = lines?.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return line?.split(separator: "\t").last.flatMap { Int($0) }
    }
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw ProcessFault("\(name) has ended")
    }
    return Usage(
      wakeUps: wakeUps.reduce(0, +),
      processor: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    )
  }
}

/// What a process takes of the machine.
struct Usage {
  /// Voluntary context switches: how often it waited for something.
  var wakeUps: Int
  /// Time on a processor, of all its threads.
  var processor: Duration

  static func + (one: Usage, other: Usage) -> Usage {
    Usage(wakeUps: one.wakeUps + other.wakeUps, processor: one.processor + other.processor)
  }

  static func - (later: Usage, earlier: Usage) -> Usage {
    Usage(wakeUps: later.wakeUps - earlier.wakeUps, processor: later.processor - earlier.processor)
  }
}
