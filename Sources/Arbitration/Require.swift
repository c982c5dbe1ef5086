/// Returns the value; without one an invariant of ours is broken, any answer would be wrong, and
/// the program ends.
///
/// `precondition` prints nothing in a release build. Wrong input from outside is refused instead.
func require<Value>(
  _ value: Value?,
  _ sentence: @autoclosure () -> String,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Value {
  guard let value else { fatalError(sentence(), file: file, line: line) }
  return value
}

extension Arbiter {
  /// The slot of a session that an event names; the shell has made sure that it is open.
  mutating func slot(named id: SessionID) -> Slot {
    require(sessions.slot(of: id), "session \(id.number) isn't open")
  }

  /// The lease of a session that an event takes for one; the shell has made sure of it.
  mutating func lease(of slot: Slot) -> Lease {
    require(
      sessions.details(slot).ownership.lease,
      "session \(sessions[slot].id.number) isn't a lease"
    )
  }
}
