package import AudioSessionWire

extension Grant {
  /// The actions that the grant permits, as a sentence for the shipped file and the manual.
  package var meaning: String {
    switch self {
    case .phoneCall: "May set the priority of a connected call (R3)."
    case .ringtone: "May set the priority of a ringing call (R3)."
    case .alarm: "May set the priority of an alarm or a timer (R3)."
    case .assistant: "May set the priority of a voice assistant (R3)."
    case .system:
      "May report the system's state for all users' sessions (R60), and open sessions on behalf of "
        + "any process."
    case .enforcement: "May apply gains and pauses to the sessions of all users (R14)."
    case .observe: "May see the names and processes of other users' sessions."
    case .admin: "May evict any session, and see whatever observe shows."
    }
  }
}
