package import AudioSessionWire

extension Grant {
  /// What holding it allows, for the shipped file and the manual.
  package var meaning: String {
    switch self {
    case .phoneCall: "May set the priority of a connected call (R3)."
    case .ringtone: "May set the priority of a call that rings (R3)."
    case .alarm: "May set the priority of an alarm or a timer (R3)."
    case .assistant: "May set the priority of a voice assistant (R3)."
    case .system:
      "May report about the system for all users' sessions (R60), and open some for any process."
    case .enforcement: "May carry gains and pauses out for the sessions of all users (R14)."
    case .observe: "May see names and processes of other users' sessions."
    case .admin: "May evict any session, and see what observe shows."
    }
  }
}
