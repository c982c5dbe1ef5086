import Glibc

/// Waiting for what nobody tells of.
package enum Condition {
  /// Looks every few milliseconds whether something holds.
  ///
  /// - Parameters:
  ///   - what: What is waited for, for the message.
  ///   - limit: How long it may take.
  ///   - holds: Whether it holds now.
  /// - Throws: That it didn't come to hold in time, or what `holds` throws.
  package static func wait(
    _ what: @autoclosure () -> String,
    within limit: Duration = .milliseconds(Int(Patience.milliseconds)),
    until holds: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + limit
    while try !holds() {
      guard .now < end else { throw ProcessFault("waited in vain for \(what())") }
      usleep(5000)
    }
  }
}
