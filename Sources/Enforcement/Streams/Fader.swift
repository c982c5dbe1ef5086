import Glibc  // pow(3) and log10(3), and nothing else.

/// A linear gain that moves to its target over a time, evenly in decibels, and can be redirected
/// midway (R19).
package struct Fader: Equatable, Sendable {
  /// The length of the shortest step: about two quanta of a graph with 256 frames.
  private static let shortestStep = Duration.milliseconds(10)
  /// The height of a step that may take longer, in decibels.
  ///
  /// Nobody hears it, and each wakes this process, the session manager and the sound server.
  private static let height = 0.5
  /// The gain at −60 dB, which is inaudible.
  ///
  /// Decibels have no lower end, so that a fade to silence leads here and then to 0.
  private static let floor = 0.001

  /// The current gain, linear.
  package private(set) var value: Double
  /// The gain to move to, linear.
  package private(set) var target: Double
  private var origin: Double
  private var begin = Duration.zero
  private var duration = Duration.zero
  private var step = Fader.shortestStep
  /// When the next step is due; nil if it doesn't move.
  package private(set) var deadline: Duration?

  package init(_ value: Double = 1) {
    self.value = value
    target = value
    origin = value
  }

  package var isMoving: Bool { value != target }

  /// Moves to `target` within `duration`; does nothing if that is its target already.
  package mutating func move(to target: Double, over duration: Duration, at now: Duration) {
    guard target != self.target else { return }
    self.target = target
    self.duration = duration
    origin = value
    begin = now
    if duration <= .zero { value = target }
    let steps = Fader.decibels(origin, target) / Fader.height
    step = max(Fader.shortestStep, duration / max(steps, 1))
    planStep(after: now)
  }

  /// Advances to the value at `now`.
  package mutating func advance(to now: Duration) {
    guard isMoving else { return }
    let part = (now - begin) / duration
    value = part >= 1 ? target : part <= 0 ? origin : Fader.between(origin, target, part)
    planStep(after: now)
  }

  private mutating func planStep(after now: Duration) {
    deadline = isMoving ? min(now + step, begin + duration) : nil
  }

  /// How far apart two gains are.
  private static func decibels(_ one: Double, _ other: Double) -> Double {
    abs(20 * log10(max(one, floor) / max(other, floor)))
  }

  /// The value on the straight line in decibels.
  private static func between(_ origin: Double, _ target: Double, _ part: Double) -> Double {
    let (low, high) = (max(origin, floor), max(target, floor))
    return low * pow(high / low, part)
  }
}
