import Glibc  // pow(3), and nothing else.

/// A factor that moves from one value to another over a time, straight in decibels, and can be sent
/// elsewhere midway (R19).
package struct Fader: Equatable, Sendable {
  /// How long a step lasts: about two quanta of a graph with 256 frames.
  package static let step = Duration.milliseconds(10)
  /// −60 dB, which nobody hears.
  ///
  /// Decibels have no end below it, so that a way to silence leads here and then to 0.
  package static let floor = 0.001

  /// The factor that holds now, linear.
  package private(set) var value: Double
  /// The factor at the end of the way.
  package private(set) var target: Double
  private var origin: Double
  private var begin = Duration.zero
  private var duration = Duration.zero
  /// When the next step is due; nil: it has arrived.
  package private(set) var deadline: Duration?

  package init(_ value: Double = 1) {
    self.value = value
    target = value
    origin = value
  }

  package var isMoving: Bool { value != target }

  /// Goes from where it is to `target` in `duration`; not at all if it is on its way there already.
  package mutating func move(to target: Double, over duration: Duration, at now: Duration) {
    guard target != self.target else { return }
    self.target = target
    self.duration = duration
    origin = value
    begin = now
    if duration <= .zero { value = target }
    planStep(after: now)
  }

  /// Takes the value for `now`.
  package mutating func advance(to now: Duration) {
    guard isMoving else { return }
    let part = (now - begin) / duration
    value = part >= 1 ? target : part <= 0 ? origin : Fader.between(origin, target, part)
    planStep(after: now)
  }

  private mutating func planStep(after now: Duration) {
    let steps = Int((now - begin) / Fader.step) + 1
    deadline = isMoving ? min(begin + Fader.step * steps, begin + duration) : nil
  }

  /// The value on the straight line in decibels.
  private static func between(_ origin: Double, _ target: Double, _ part: Double) -> Double {
    let (low, high) = (max(origin, floor), max(target, floor))
    return low * pow(high / low, part)
  }
}
