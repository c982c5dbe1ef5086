/// A time on a clock that goes on while the machine sleeps, in nanoseconds since boot; it always
/// comes from outside.
package struct Instant: Comparable, Hashable, Sendable, BitwiseCopyable {
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Later than any time that comes.
  static let distantFuture = Instant(nanoseconds: .max)

  /// The time this much later; `duration` is 0…10 days here, so that nothing overflows.
  package func advanced(by duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    return Instant(nanoseconds: nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// The time that passes from `earlier` to this one.
  package func duration(since earlier: Instant) -> Duration {
    .nanoseconds(nanoseconds - earlier.nanoseconds)
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
