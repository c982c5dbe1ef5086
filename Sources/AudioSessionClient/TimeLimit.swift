import AudioSessionSystem

/// A moment until which to wait, on the clock that goes on while the machine sleeps.
package struct TimeLimit: Sendable {
  /// Nil: for ever.
  private let end: Int64?

  /// The moment so long from now; nil: never.
  package init(_ duration: Duration?) {
    end = duration.map { SystemClock.boottime + $0.nanoseconds }
  }

  /// Whether the moment has passed.
  var isOver: Bool { end.map { $0 <= SystemClock.boottime } ?? false }

  /// How long to wait at most, as poll(2) wants it: rounded up, −1 for ever.
  var milliseconds: CInt {
    guard let end else { return -1 }
    return CInt(clamping: max(0, end - SystemClock.boottime + 999_999) / 1_000_000)
  }
}

extension Duration {
  /// Whole nanoseconds, 0 or more.
  ///
  /// A century stands for any longer time: it is as good, and no sum with it overflows.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(max(seconds, 0), 3_155_760_000) * 1_000_000_000 + max(attoseconds, 0) / 1_000_000_000
  }
}
