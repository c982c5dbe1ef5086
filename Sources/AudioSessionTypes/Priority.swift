/// How much a session matters; everything above `normal` needs a grant (R3).
///
/// The raw value is the name on the wire and of the grant.
public enum Priority: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Everybody's.
  case normal
  /// A voice assistant.
  case assistant
  /// An alarm or a timer.
  case alarm
  /// A call that rings.
  case ringtone
  /// A connected call.
  case phoneCall

  /// Rank of the priority, 1…4; a ringing and a connected call are equal (section 1).
  public var level: Int {
    switch self {
    case .normal: 1
    case .assistant: 2
    case .alarm: 3
    case .ringtone, .phoneCall: 4
    }
  }
}
