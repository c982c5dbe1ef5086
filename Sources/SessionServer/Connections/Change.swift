import Arbitration
import AudioSessionWire

/// What a message tells that a later one on the same topic makes stale, for a reader who is behind.
///
/// Gain and hint of a session, the route, and the enforcers' list are levels: the latest counts.
/// Everything else that is notified is an event, and events are never left out.
struct Change: Equatable {
  /// What it is about: messages on one topic replace each other.
  enum Topic: Hashable {
    case ducking(SessionID)
    case hint(SessionID)
    case route(SessionID)
    case enforcement
  }

  /// A level as it was or is.
  enum Level: Equatable {
    case gain(Double)
    case silenced(Bool)
    case route(Route)
    case targets([EnforcementTarget])
  }

  var topic: Topic
  /// What the reader was told last; nil if it has to be told in any case, as at an activation.
  var before: Level?
  var after: Level
  /// The session's activation: what was told in an earlier one doesn't count any more.
  var activation: UInt64 = 0
  /// A device was lost, which somebody may have to act on (R44).
  var isLoss = false

  /// It leads back to what the reader has.
  var isNothing: Bool { before == after }

  /// The change from where `earlier` began to where this one ends; nil if both have to be told.
  func replacing(_ earlier: Change) -> Change? {
    guard !isLoss, !earlier.isLoss else { return nil }
    guard activation == earlier.activation else { return self }
    var merged = self
    merged.before = earlier.before
    return merged
  }
}
