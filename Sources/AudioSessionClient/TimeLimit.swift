import AudioSessionSystem

/// The end of a wait: a moment on the clock that keeps running while the machine sleeps.
package struct TimeLimit: Sendable {
  /// Nanoseconds since boot; nil for a wait without end.
  private let end: Int64?

  /// A limit this far from now; nil for none.
  package init(_ duration: Duration?) {
    end = duration.map { SystemClock.boottime + $0.nanoseconds }
  }

  /// True once the moment has passed.
  var isOver: Bool { end.map { $0 <= SystemClock.boottime } ?? false }

  /// The time that is left, as poll(2) wants it: in milliseconds, rounded up; −1 without limit.
  var milliseconds: CInt {
    guard let end else { return -1 }
    return CInt(clamping: max(0, end - SystemClock.boottime + 999_999) / 1_000_000)
  }
}

extension Duration {
  /// The duration in whole nanoseconds, from 0 to a century.
  ///
  /// A century stands for anything longer: nobody will see the difference, and no sum overflows.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(max(seconds, 0), 3_155_760_000) * 1_000_000_000 + max(attoseconds, 0) / 1_000_000_000
  }
}
