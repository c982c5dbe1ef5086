/// An effect of the rules on a session that lasts, as `policy.explain` names it.
///
/// The raw value is the name on the wire.
package enum SessionEffect: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A blocker is active, or the microphone, the route or sleep blocks.
  case interrupted
  /// Its blocker is interrupted itself, or holds an offer (R28, R30).
  case waiting
  /// It may resume, and keeps its claims for a while (R30).
  case offered
  case ducked
  /// The silent switch is on (R62).
  case silenced
  /// Its last activation was refused, and none has succeeded since.
  case refused
}
