import AudioSessionArbitration

/// What was freed and may still be the process's own: small pieces leave holes in the heap.
///
/// The service's limit on memory counts holes, too. They are returned to the system some time after
/// much was freed, however long it then goes on.
struct FreedMemory {
  private var bytes = 0
  /// The time at which to return it; nil if there isn't enough.
  private(set) var time: Instant?

  /// Counts memory that was freed.
  mutating func add(_ count: Int, at now: @autoclosure () -> Instant) {
    bytes += count
    guard bytes > FreedMemory.tolerated, time == nil else { return }
    time = now().advanced(by: FreedMemory.delay)
  }

  /// Forgets what was counted if it is time at `now` to return it; returns whether it is.
  mutating func take(at now: Instant) -> Bool {
    guard let time, time <= now else { return false }
    self = FreedMemory()
    return true
  }

  /// The number of bytes that aren't worth the time that it takes.
  private static let tolerated = 4_194_304
  private static let delay: Duration = .seconds(1)
}
