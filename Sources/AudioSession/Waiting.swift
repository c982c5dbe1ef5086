/// How long an activation waits while other sessions are in the way.
public enum Waiting: Hashable, Sendable {
  /// For as long as it takes.
  case indefinitely
  /// For this long at most, on a clock that doesn't stop while the machine sleeps.
  case atMost(Duration)
}
