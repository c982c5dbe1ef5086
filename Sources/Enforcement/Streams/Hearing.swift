/// Whether a stream that is listened to is heard, by the peaks of its meter.
///
/// It begins to be heard at its first loud peak, and is heard until it has been quiet for as long as
/// its rule lets it linger. Between the two bounds it stays as it was.
struct Hearing: Equatable, Sendable {
  private enum State: Equatable, Sendable {
    /// No peak has been told since it runs; nil while our own doing is waited for.
    case unknown(until: Duration?)
    case silent
    /// Quiet since some time, and silent from then on; nil while it is loud.
    case heard(until: Duration?)
  }

  /// The linear peak from which on it is heard: −50 dBFS, which noise stays below.
  static let loud: Float = 0.003_16
  /// The linear peak below which it is quiet: −56 dBFS.
  static let quiet: Float = 0.001_58
  /// The longest wait for a first peak: whose meter tells nothing counts as heard.
  static let patience = Duration.milliseconds(500)

  private var state: State

  /// Begins to listen.
  init(at now: Duration) { state = .unknown(until: now + Hearing.patience) }

  var isHeard: Bool { if case .heard = state { true } else { false } }

  /// When it is judged again, unless a peak is told before; nil for never.
  var deadline: Duration? {
    switch state {
    case .unknown(let until): until
    case .silent: nil
    case .heard(let until): until
    }
  }

  /// Takes a peak.
  ///
  /// - Parameters:
  ///   - peak: The linear peak; nil if the meter has ended.
  ///   - linger: The time for which it is still heard after the last sound.
  ///   - now: The time.
  mutating func take(_ peak: Float?, linger: Duration, at now: Duration) {
    guard let peak else {
      // A meter mostly ends because its stream does, and may be told first: what was heard lingers
      // from the stream's end on.
      if isHeard { state = .heard(until: nil) } else { self = Hearing(at: now) }
      return
    }
    switch state {
    case _ where peak >= Hearing.loud: state = .heard(until: nil)
    case .unknown: state = .silent
    case .heard(nil) where peak < Hearing.quiet: state = .heard(until: now + linger)
    case .heard where peak >= Hearing.quiet: state = .heard(until: nil)
    case .heard, .silent: break
    }
  }

  /// Stays as it is, since its silence is ours.
  mutating func stay() {
    switch state {
    case .unknown: state = .unknown(until: nil)
    case .silent: break
    case .heard: state = .heard(until: nil)
    }
  }

  /// Applies a deadline that has passed.
  mutating func advance(to now: Duration) {
    guard let deadline, deadline <= now else { return }
    state = isHeard ? .silent : .heard(until: nil)
  }
}
