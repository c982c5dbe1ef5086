import AudioSessionArbitration

extension CoreWorld {
  /// Moves the clock to the deadline that the arbiter asked for, and expects it to be of one kind.
  mutating func passToDeadline(
    _ isExpected: (Expiry) -> Bool
  ) throws(ScenarioFault) -> [String] {
    guard let deadline, deadline >= now else { throw ScenarioFault("no deadline is set") }
    now = deadline
    let told = apply(.timePassed)
    guard let expiry = decision.expiry, isExpected(expiry) else {
      throw ScenarioFault("what ended by time is \(decision.expiry.map { "\($0)" } ?? "nothing")")
    }
    return told
  }

  /// Moves the clock, stopping at each deadline on the way.
  mutating func pass(to end: Instant) -> [String] {
    var told: [String] = []
    while let deadline, deadline <= end {
      now = max(now, deadline)
      told += apply(.timePassed)
    }
    now = end
    // A call without need must do nothing.
    return told + apply(.timePassed)
  }
}
