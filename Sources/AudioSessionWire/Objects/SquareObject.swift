package import AudioSessionTypes

/// What a newcomer and a current session do to each other.
package struct SquareObject: Equatable, Sendable {
  package var outcome: Outcome
  /// The gain of the ducked one, nil where the policy's common ones hold.
  package var gain: Double?

  package init(_ outcome: Outcome, gain: Double? = nil) {
    self.outcome = outcome
    self.gain = gain
  }
}
