/// What the pair table says of a newcomer and a current session (R59).
///
/// The raw value is the word in configuration and on the wire.
package enum Outcome: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Nothing happens to either.
  case mix
  /// The current one is ducked.
  case duck
  /// The newcomer is ducked by the current one.
  case duckNewcomer
  /// The current one is interrupted.
  case interrupt
  /// The newcomer is refused.
  case refuse
}
