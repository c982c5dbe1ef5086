import AudioSessionSystem

/// A moment until which to wait, on the clock that goes on while the machine sleeps.
package struct TimeLimit: Sendable {
  /// Nil: for ever.
  private let end: Int64?

  /// The moment so long from now; nil: never.
  package init(_ duration: Duration?) {
    guard let duration else {
      end = nil
      return
    }
    let (seconds, attoseconds) = duration.components
    // A century is as good as any longer time, and no sum of it overflows.
    let nanoseconds = min(max(seconds, 0), 3_155_760_000) * 1_000_000_000
    end = SystemClock.boottime + nanoseconds + max(attoseconds, 0) / 1_000_000_000
  }

  /// Whether the moment has passed.
  var isOver: Bool { end.map { $0 <= SystemClock.boottime } ?? false }

  /// How long to wait at most, as poll(2) wants it: rounded up, −1 for ever.
  var milliseconds: CInt {
    guard let end else { return -1 }
    return CInt(clamping: max(0, end - SystemClock.boottime + 999_999) / 1_000_000)
  }
}
