/// The outcome of a square of the pair table, for a newcomer and a current session (R59).
///
/// The raw value is the word in configuration and on the wire.
package enum Outcome: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Both go on as they are.
  case mix
  /// The current session is ducked.
  case duck
  /// The current session is told that it is ducked, and lowers or pauses itself; nobody else lowers
  /// it.
  case askToDuck
  /// The newcomer is ducked by the current one.
  case duckNewcomer
  /// The current session is interrupted.
  case interrupt
  /// The newcomer is refused.
  case refuse
}
