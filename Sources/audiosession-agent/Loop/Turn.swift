/// A turn of the loop, which ends even if there is more to do.
///
/// Between turns the guard hears that a busy agent isn't stuck. The loop sleeps there, too, however
/// briefly: the kernel takes real time from a process that never sleeps (`RLIMIT_RTTIME`).
struct Turn {
  private static let length = Duration.milliseconds(50)
  private static let pause = Duration.microseconds(100)

  private let end: Duration
  /// When the next turn begins because this one was too short; nil if nothing was left.
  private(set) var nextTime: Duration?

  init(at now: Duration) { end = now + Turn.length }

  func hasTime(at now: Duration) -> Bool { now < end }

  /// Records whether anything is left for the next turn.
  mutating func leave(_ hasMore: Bool, at now: Duration) {
    nextTime = hasMore ? now + Turn.pause : nil
  }
}
