/// The priority of a session; those above `normal` need a grant (R3).
///
/// The raw value is the name on the wire and of the grant.
public enum Priority: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Any other sound; needs no grant.
  case normal
  /// A voice assistant.
  case assistant
  /// An alarm or a timer.
  case alarm
  /// A ringing call.
  case ringtone
  /// A connected call.
  case phoneCall

  /// The rank of the priority, 1…4; a ringing and a connected call are equal (section 1).
  package var level: Int {
    switch self {
    case .normal: 1
    case .assistant: 2
    case .alarm: 3
    case .ringtone, .phoneCall: 4
    }
  }
}
