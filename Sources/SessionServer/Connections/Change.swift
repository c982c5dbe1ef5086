import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionWire

/// A level reported by a message, which a later message on the same topic makes stale for a reader
/// who is behind.
///
/// The gain and hint of a session, the route and its hardware, and the enforcers' list are levels: only the latest
/// matters. All other notifications are events, which are never left out.
struct Change: Equatable {
  /// The subject of a change: messages on one topic replace each other.
  enum Topic: Hashable {
    case ducking(SessionID)
    case hint(SessionID)
    case route(SessionID)
    case hardware(SessionID)
    case enforcement
  }

  /// The value of a level, before or after a change.
  enum Level: Equatable {
    case gain(Double)
    case silenced(Bool)
    case route(WrittenValue)
    case hardware(SharedMembers)
    case targets([EnforcementTarget])
  }

  var topic: Topic
  /// The level last sent to the reader; nil if one must be sent in any case, as at an activation.
  var before: Level?
  var after: Level
  /// The session's activation; levels sent during an earlier one no longer count.
  var activation: UInt64 = 0
  /// Whether a device was lost, which a client may have to act on (R44).
  var isLoss = false

  /// Whether the change leads back to what the reader already has.
  var isNothing: Bool { before == after }

  /// Returns `earlier` and this change merged into one; nil if both must be sent.
  func replacing(_ earlier: Change) -> Change? {
    guard !isLoss, !earlier.isLoss else { return nil }
    guard activation == earlier.activation else { return self }
    var merged = self
    merged.before = earlier.before
    return merged
  }
}
