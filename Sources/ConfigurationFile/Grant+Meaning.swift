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
      "May report the route, the microphone's mute, sleep and suspended processes (R60)."
    case .enforcement: "May attach as the one that carries gains and pauses out (R14)."
    case .observe: "May see names and processes of other users' sessions."
    case .admin: "May evict any session, and see what observe shows."
    }
  }
}
