import Synchronization

/// The place, moving to another one, and observing it.
extension AVPlayer {
  /// The place of the current item that is heard, or where it goes on; zero without an item.
  public func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

  /// Moves the current item to a place, exactly.
  ///
  /// - Parameter time: The place; one behind the end is the end.
  public func seek(to time: CMTime) { seek(to: time) { _ in } }

  /// Moves the current item to a place, exactly.
  ///
  /// - Parameters:
  ///   - time: The place; one behind the end is the end.
  ///   - completionHandler: Called on the main thread, with false if another move came first, if it
  ///     isn't possible, or if there is no item.
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard let item = currentItem else {
      return AVAudioSession.sharedInstance().callOnMain { completionHandler(false) }
    }
    item.seek(to: time, completionHandler: completionHandler)
  }

  /// Moves the current item to a place, exactly.
  ///
  /// - Parameters:
  ///   - time: The place; one behind the end is the end.
  ///   - toleranceBefore: Without effect on Linux, where every move is exact.
  ///   - toleranceAfter: Without effect on Linux.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time)
  }

  /// Moves the current item to a place, exactly.
  ///
  /// - Parameters:
  ///   - time: The place; one behind the end is the end.
  ///   - toleranceBefore: Without effect on Linux, where every move is exact.
  ///   - toleranceAfter: Without effect on Linux.
  ///   - completionHandler: As for ``seek(to:completionHandler:)``.
  public func seek(
    to time: CMTime,
    toleranceBefore: CMTime,
    toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    seek(to: time, completionHandler: completionHandler)
  }

  /// Moves the current item to a place, exactly.
  ///
  /// - Parameter time: The place; one behind the end is the end.
  /// - Returns: False in the cases of ``seek(to:completionHandler:)``.
  @discardableResult
  public func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time) { continuation.resume(returning: $0) }
    }
  }

  /// Moves the current item to a place, exactly.
  ///
  /// - Parameters:
  ///   - time: The place; one behind the end is the end.
  ///   - toleranceBefore: Without effect on Linux, where every move is exact.
  ///   - toleranceAfter: Without effect on Linux.
  /// - Returns: False in the cases of ``seek(to:completionHandler:)``.
  @discardableResult
  public func seek(
    to time: CMTime,
    toleranceBefore: CMTime,
    toleranceAfter: CMTime
  ) async -> Bool {
    await seek(to: time)
  }

  /// Calls a block whenever the current item has come by a whole number of intervals, and whenever it
  /// starts, stops or is moved.
  ///
  /// - Parameters:
  ///   - interval: Of the item's time, above 0.
  ///   - queue: A serial queue for the block; nil for the main queue.
  ///   - block: Is given the place.
  /// - Returns: What ``removeTimeObserver(_:)`` takes.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime,
    queue: DispatchQueue?,
    using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let interval = max(interval.asDuration ?? .zero, TimeObserver.shortestInterval)
    return add(TimeObserver(.periodic(interval), queue ?? .main, block))
  }

  /// Calls a block whenever the current item comes by one of some places.
  ///
  /// On iOS the times are `NSValue`s, which Linux has none of for times.
  ///
  /// - Parameters:
  ///   - times: The places.
  ///   - queue: A serial queue for the block; nil for the main queue.
  ///   - block: What is called.
  /// - Returns: What ``removeTimeObserver(_:)`` takes.
  public func addBoundaryTimeObserver(
    forTimes times: [CMTime],
    queue: DispatchQueue?,
    using block: @escaping @Sendable () -> Void
  ) -> Any {
    let places = times.compactMap(\.asDuration).sorted()
    return add(TimeObserver(.boundaries(places), queue ?? .main) { _ in block() })
  }

  /// Calls a block no more that was added.
  ///
  /// - Parameter observer: What the method returned that added it.
  public func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimeObserver else { return }
    observer.end()
    state.withLock { state in state.observers.removeAll { $0 === observer } }
  }

  private func add(_ observer: TimeObserver) -> TimeObserver {
    state.withLock { state in
      state.observers.append(observer)
      let rate = state.control == .playing ? state.rate : 0
      observer.follow(state.items.first, rate: Double(rate))
    }
    return observer
  }
}
