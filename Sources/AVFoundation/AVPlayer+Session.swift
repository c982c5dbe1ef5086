import Synchronization

/// What the session has the player do.
extension AVPlayer: AudioObject {
  package var direction: AudioDirection { .output }

  package func pauseForSession() -> Bool {
    change(.audioSessionInterrupted) { state in
      guard state.isReported else { return false }
      state.rate = 0
      state.items.first?.pause()
      return true
    }
  }

  /// Nothing but the notification tells the program.
  package func interruptionBegan() {}

  /// Nothing but the notification tells the program.
  package func interruptionEnded(_ options: AVAudioSession.InterruptionOptions) {}

  package func setSessionGain(_ gain: Double, over time: Duration) {
    state.withLock { $0.items.first }?.setSessionGain(gain, over: time)
  }

  package func orphan() {
    change(.audioSessionInterrupted) { state in
      state.isOrphaned = true
      state.rate = 0
      state.items.first?.stop()
    }
  }
}

/// What its items tell.
extension AVPlayer {
  func itemHasLoaded(_ item: AVPlayerItem) {
    guard item.status != .failed else { return itemHasFailed(item) }
    changeIfCurrent(item) { $0.run() }
  }

  func itemHasStarted(_ item: AVPlayerItem) {
    changeIfCurrent(item) { $0.followTime() }
  }

  func itemHasJumped(_ item: AVPlayerItem) {
    changeIfCurrent(item) { state in
      state.followTime()
      // At its end it had stopped.
      state.run()
    }
  }

  func itemHasEnded(_ item: AVPlayerItem) { leave(item, .setRateCalled) }

  func itemHasFailed(_ item: AVPlayerItem) { leave(item, .setRateFailed) }

  /// An item isn't heard any further.
  private func leave(_ item: AVPlayerItem, _ reason: RateDidChangeReason) {
    changeIfCurrent(item, reason) { state in
      switch state.actionAtItemEnd {
      case .advance:
        state.items.removeFirst()
        state.advance(self)
      case .pause: state.rate = 0
      case .none: break
      }
    }
  }

  private func changeIfCurrent(
    _ item: AVPlayerItem,
    _ reason: RateDidChangeReason = .setRateCalled,
    _ body: (inout State) -> Void
  ) {
    change(reason, isPause: false) { state in
      if state.items.first === item { body(&state) }
    }
  }
}
