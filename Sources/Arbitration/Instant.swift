/// A moment on a clock that goes on while the machine sleeps, in nanoseconds; it comes from outside.
package struct Instant: Comparable, Hashable, Sendable, BitwiseCopyable {
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Later than every moment that comes.
  static let distantFuture = Instant(nanoseconds: .max)

  /// The moment this much later; `duration` is 0…10 days here and can't overflow.
  package func advanced(by duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    return Instant(nanoseconds: nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// The time from `earlier` to this moment.
  package func duration(since earlier: Instant) -> Duration {
    .nanoseconds(nanoseconds - earlier.nanoseconds)
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
