/// One square of the pair table: the outcome between a newcomer and a current session, and how deep
/// the ducked one is lowered (R18, R59).
package struct Square: Equatable, Sendable, BitwiseCopyable {
  package var outcome: Outcome
  /// The square's own depth, a linear gain, 0…1; nil: the policy's.
  package var gain: Double?

  package init(_ outcome: Outcome, gain: Double? = nil) {
    self.outcome = outcome
    self.gain = gain
  }
}
