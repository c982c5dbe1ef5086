import AudioSession

/// The gain that a program was told last, so that it is told every change and no other.
struct PostedGain: Sendable {
  private var gain = 1.0

  /// Takes an event into account.
  ///
  /// A session that stops being active has gain 1 again, which the daemon doesn't say: a program that
  /// only follows notifications would stay quiet after it was ducked and then interrupted.
  ///
  /// - Returns: What to post; nil if the gain is as before.
  mutating func change(by event: SessionEvent) -> Posting? {
    switch event {
    case .ducking(let gain, let ramp): change(to: gain, over: ramp)
    case .interruptionBegan, .didBecomeInactive, .closed, .mediaServicesLost:
      change(to: 1, over: .zero)
    default: nil
    }
  }

  /// Takes a gain into account that no event reports.
  ///
  /// - Returns: What to post; nil if the gain is as before.
  mutating func change(to new: Double, over ramp: Duration) -> Posting? {
    guard new != gain else { return nil }
    gain = new
    return Posting(
      name: AVAudioSession.Linux.gainDidChangeNotification,
      values: [
        AVAudioSession.Linux.gainKey: .real(new),
        AVAudioSession.Linux.rampDurationKey: .real(ramp / .seconds(1)),
      ]
    )
  }
}
