import Synchronization

/// A block that is called as the time of an item goes on.
final class TimeObserver: Sendable {
  /// When it is called.
  enum Occasion: Sendable {
    /// At each whole number of intervals, and whenever the item starts, stops or is moved.
    case periodic(Duration)
    /// At these places, which are sorted.
    case boundaries([Duration])
  }

  static let shortestInterval = Duration.milliseconds(5)
  /// Keeps the time of all observers.
  private static let clock = DispatchQueue(label: "AVFoundation.TimeObserver")

  private struct State {
    weak var item: AVPlayerItem?
    var rate = 0.0
    /// The number of the latest start, stop or move; earlier ones mean nothing any more.
    var change = 0
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let occasion: Occasion
  private let queue: DispatchQueue
  private let block: @Sendable (CMTime) -> Void

  init(
    _ occasion: Occasion,
    _ queue: DispatchQueue,
    _ block: @escaping @Sendable (CMTime) -> Void
  ) {
    self.occasion = occasion
    self.queue = queue
    self.block = block
  }

  /// It is called no more.
  func end() { state.withLock { $0.hasEnded = true } }

  /// The item starts, stops or is moved; a rate of 0 stands still.
  func follow(_ item: AVPlayerItem?, rate: Double) {
    let change = state.withLock { state in
      state.item = item
      state.rate = rate
      state.change += 1
      return state.change
    }
    TimeObserver.clock.async { self.begin(change) }
  }

  private func begin(_ change: Int) {
    guard let (item, _) = current(change) else { return }
    let position = item.position
    if case .periodic = occasion { call(position) }
    wait(after: position, change)
  }

  /// The item and its rate, unless something has happened since.
  private func current(_ change: Int) -> (item: AVPlayerItem, rate: Double)? {
    state.withLock { state in
      guard !state.hasEnded, state.change == change, let item = state.item else { return nil }
      return (item, state.rate)
    }
  }

  /// Waits for the next place behind this one.
  private func wait(after position: Duration, _ change: Int) {
    guard let (item, rate) = current(change), rate > 0, let next = next(after: position) else {
      return
    }
    let seconds = max(next - item.position, .milliseconds(1)) / .seconds(1) / rate
    TimeObserver.clock.asyncAfter(deadline: .now() + seconds) { [weak self] in
      self?.arrive(at: next, change)
    }
  }

  private func arrive(at place: Duration, _ change: Int) {
    guard let (item, _) = current(change) else { return }
    let position = item.position
    guard position >= place else {
      // The item's clock is slower than this one.
      return wait(after: place - .nanoseconds(1), change)
    }
    call(position)
    wait(after: max(place, position), change)
  }

  private func call(_ position: Duration) {
    queue.async { [self] in
      if !state.withLock({ $0.hasEnded }) { block(CMTime(position)) }
    }
  }

  private func next(after position: Duration) -> Duration? {
    switch occasion {
    case .periodic(let interval): interval * ((position / interval).rounded(.down) + 1)
    case .boundaries(let places): places.first { $0 > position }
    }
  }
}
