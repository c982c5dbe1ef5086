import Enforcement
import Foundation
import Testing

/// The steps in which a gain moves.
struct FaderTests {
  /// A way from the full gain, and how many steps it takes.
  struct Ramp: Sendable {
    var target: Double
    var duration: Duration
    var steps: Int
  }

  @Test(arguments: [
    Ramp(target: 0.2, duration: .seconds(1), steps: 28),
    Ramp(target: 0.2, duration: .milliseconds(300), steps: 28),
    Ramp(target: 0.0178, duration: .milliseconds(300), steps: 30),
    Ramp(target: 0, duration: .milliseconds(50), steps: 5),
    Ramp(target: 0.99, duration: .seconds(10), steps: 1),
    Ramp(target: 0.2, duration: .milliseconds(1), steps: 1),
    Ramp(target: 0.2, duration: .zero, steps: 0),
  ])
  func `a step is half a decibel high, or ten milliseconds long`(ramp: Ramp) {
    var fader = Fader()
    fader.move(to: ramp.target, over: ramp.duration, at: .zero)
    var now = Duration.zero
    var steps = 0
    while let deadline = fader.deadline {
      let before = fader.value
      fader.advance(to: deadline)
      let height = 20 * log10(before / max(fader.value, 0.001))
      let isShort = deadline - now < .milliseconds(10)
      #expect(height < 0.501 || deadline - now == .milliseconds(10) || isShort)
      #expect(!isShort || deadline == ramp.duration)
      now = deadline
      steps += 1
    }
    #expect(steps == ramp.steps)
    #expect(now == ramp.duration)
    #expect(fader.value == ramp.target)
  }
}
